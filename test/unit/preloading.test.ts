import assert from 'node:assert/strict';
import { Emitter } from '../../src/core/async/event.ts';
import { preloadWhenIdle } from '../../src/preloading.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { FakeClock } from '../support/fakeClock.ts';

describe('preloadWhenIdle', () => {
  it('loads once, when no labels have been loaded for a second', async () => {
    const { clock, loaded, parts } = start();
    clock.advance(4000);
    loaded.fire();
    clock.advance(999);
    loaded.fire();
    clock.advance(999);
    assert.deepEqual(parts, []);
    clock.advance(1);
    await settle();
    assert.deepEqual(parts, ['first', 'second']);
    loaded.fire();
    clock.advance(5000);
    await settle();
    assert.deepEqual(parts, ['first', 'second']);
  });

  it('loads where no labels are shown, after five seconds', async () => {
    const { clock, parts } = start();
    clock.advance(4999);
    assert.deepEqual(parts, []);
    clock.advance(1);
    await settle();
    assert.deepEqual(parts, ['first', 'second']);
  });

  it('does nothing once it is disposed', async () => {
    const { clock, loaded, parts, preloading } = start();
    loaded.fire();
    preloading.dispose();
    clock.advance(5000);
    await settle();
    assert.deepEqual(parts, []);
  });

  it('writes a failure into the log, and goes on', async () => {
    const { clock, log, parts } = start(new Error('injected'));
    clock.advance(5000);
    await settle();
    assert.deepEqual(log.lines, ['Preloading failed: injected', 'Preloading has ended.']);
    assert.deepEqual(parts, ['second']);
  });
});

/** Preloads two parts, the first of which may fail, in a window whose time and labels the test has in hand. */
function start(failure?: Error) {
  const clock = new FakeClock();
  const log = new CollectingLog();
  const loaded = new Emitter<void>();
  const parts: string[] = [];
  const first = async (): Promise<void> => {
    if (failure !== undefined) {
      throw failure;
    }
    await Promise.resolve(parts.push('first'));
  };
  const second = async () => await Promise.resolve(parts.push('second'));
  const preloading = preloadWhenIdle(loaded.event, { parts: [first, second], clock, log });
  return { clock, log, loaded, parts, preloading };
}

/** Waits until what needs no time has happened. */
async function settle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(resolve);
  await promise;
}
