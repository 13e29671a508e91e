import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/async/event.ts';
import { FormLoadWatch, type WatchedPanel } from '../../../src/labelEditor/formLoadWatch.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const timeLimit = 10_000;

class Panel implements WatchedPanel {
  readonly #onDidChangeViewState = new Emitter<void>();
  visible = true;

  readonly onDidChangeViewState = this.#onDidChangeViewState.event;

  /** Shows or hides the panel, or moves the focus if it is shown already. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.#onDidChangeViewState.fire();
  }
}

describe('FormLoadWatch', () => {
  let panel: Panel;
  let clock: FakeClock;
  let loading: FormLoadWatch;
  let notices: number;

  beforeEach(() => {
    panel = new Panel();
    clock = new FakeClock();
    notices = 0;
  });

  afterEach(() => loading.dispose());

  function watch(): void {
    loading = new FormLoadWatch(panel, clock, () => notices++);
  }

  function assertFirstNoticeAfterWholeTime(): void {
    clock.advance(timeLimit - 1);
    assert.equal(notices, 0);
    clock.advance(1);
    assert.equal(notices, 1);
  }

  it('notifies once of a page that has not come up when the time is over', () => {
    watch();
    assertFirstNoticeAfterWholeTime();
    panel.setVisible(true);
    clock.advance(2 * timeLimit);
    assert.equal(notices, 1);
  });

  it('says nothing of a page that comes up in time, and waits for it no more', () => {
    watch();
    clock.advance(timeLimit - 1);
    loading.loaded();
    assert.equal(clock.waiting, 0);
    panel.setVisible(true);
    clock.advance(2 * timeLimit);
    assert.equal(notices, 0);
  });

  it('gives no more time because the focus moves', () => {
    watch();
    clock.advance(timeLimit - 1);
    panel.setVisible(true);
    clock.advance(1);
    assert.equal(notices, 1);
  });

  it('waits from when the panel is shown', () => {
    panel.visible = false;
    watch();
    clock.advance(2 * timeLimit);
    assert.equal(notices, 0);
    panel.setVisible(true);
    assertFirstNoticeAfterWholeTime();
  });

  it('waits no longer for a panel that is hidden, and from the beginning when it is shown again', () => {
    watch();
    clock.advance(timeLimit - 1);
    panel.setVisible(false);
    clock.advance(2 * timeLimit);
    assert.equal(notices, 0);
    panel.setVisible(true);
    assertFirstNoticeAfterWholeTime();
  });

  it('expects a page that has come up no more, as VS Code keeps it while it is hidden', () => {
    watch();
    loading.loaded();
    panel.setVisible(false);
    panel.setVisible(true);
    assert.equal(clock.waiting, 0);
  });

  it('ends when it is disposed', () => {
    watch();
    loading.dispose();
    assert.equal(clock.waiting, 0);
    panel.setVisible(false);
    panel.setVisible(true);
    assert.equal(clock.waiting, 0);
  });
});
