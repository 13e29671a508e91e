import assert from 'node:assert/strict';
import { Emitter } from '../../src/core/async/event.ts';
import { preloadWhenIdle } from '../../src/preloading.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { FakeClock } from '../support/fakeClock.ts';

describe('preloadWhenIdle', () => {
  it('loads once, when no labels have been loaded for a second', () => {
    let count = 0;
    const { clock, loaded } = start(async () => void (count += 1));
    const countAfter = (milliseconds: number): number => {
      clock.advance(milliseconds);
      return count;
    };
    assert.equal(countAfter(5000), 0);
    loaded.fire();
    assert.equal(countAfter(999), 0);
    loaded.fire();
    assert.equal(countAfter(999), 0);
    assert.equal(countAfter(1), 1);
    loaded.fire();
    assert.equal(countAfter(5000), 1);
  });

  it('does nothing once it is disposed', () => {
    const { clock, loaded, part } = start(() => assert.fail());
    loaded.fire();
    part.dispose();
    clock.advance(5000);
  });

  it('only writes a failure into the log', async () => {
    const { clock, loaded, log } = start(async () => await Promise.reject(new Error('injected')));
    loaded.fire();
    clock.advance(1000);
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    setImmediate(resolve);
    await settled;
    assert.deepEqual(log.lines, ['Preloading failed: injected']);
  });
});

/** Preloads by `preload` in a window whose time and labels the test has in hand. */
function start(preload: () => Promise<void>) {
  const clock = new FakeClock();
  const log = new CollectingLog();
  const loaded = new Emitter<void>();
  return { clock, log, loaded, part: preloadWhenIdle(loaded.event, { preload, clock, log }) };
}
