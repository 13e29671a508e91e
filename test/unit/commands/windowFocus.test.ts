import assert from 'node:assert/strict';
import { onDidRegainFocus } from '../../../src/commands/windowFocus.ts';
import { Emitter } from '../../../src/core/async/event.ts';

interface State {
  readonly focused: boolean;
  readonly active: boolean;
}

/** How often the focus was regained when a window that was in state `first` came into `others`. */
function regained(first: State, ...others: readonly State[]): number {
  const changes = new Emitter<State>();
  let count = 0;
  const window = { state: first, onDidChangeWindowState: changes.event };
  const subscription = onDidRegainFocus(window, () => count++);
  for (const state of others) {
    changes.fire(state);
  }
  subscription.dispose();
  changes.fire({ focused: false, active: true });
  changes.fire({ focused: true, active: true });
  return count;
}

const active = { focused: true, active: true };
const inactive = { focused: true, active: false };
const away = { focused: false, active: true };

describe('onDidRegainFocus', () => {
  it('is called when the focus comes back', () => {
    assert.equal(regained(active, away, active, away, inactive), 2);
    assert.equal(regained(away, active), 1);
  });

  it('is not called when somebody has been inactive, and is active again', () => {
    assert.equal(regained(active, inactive, active, inactive, active), 0);
  });
});
