import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { RepeatedAttempts } from '../../../../src/core/async/repeatedAttempts.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('RepeatedAttempts', () => {
  let clock: FakeClock;
  /** For each attempt, whether it was a rare one. */
  let rare: boolean[];
  let left: number;
  let errors: unknown[];
  let attempt: () => Promise<void>;
  let attempts: RepeatedAttempts;

  beforeEach(() => {
    clock = new FakeClock();
    rare = [];
    left = Infinity;
    errors = [];
    attempt = async () => await Promise.resolve();
    attempts = new RepeatedAttempts({
      attempt: async (isRare) => {
        rare.push(isRare);
        await attempt();
        return rare.length < left;
      },
      onError: (error) => errors.push(error),
      firstDelay: 5000,
      longestDelay: 60_000,
      clock,
    });
  });

  async function pass(seconds: number): Promise<number> {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await setImmediate();
    }
    return rare.length;
  }

  it('become rarer, at last one a minute', async () => {
    attempts.begin();
    const counts = [await pass(4)];
    attempts.begin();
    counts.push(await pass(1), await pass(9), await pass(1), await pass(300));
    assert.deepEqual(counts, [0, 1, 1, 2, 8]);
    assert.deepEqual(rare, [false, false, false, false, true, true, true, true]);
  });

  it('end when nothing is left, and begin anew', async () => {
    left = 2;
    attempts.begin();
    assert.equal(await pass(300), 2);
    left = 4;
    attempts.begin();
    assert.deepEqual([await pass(5), await pass(300)], [3, 4]);
  });

  it('begin anew with the first delay when asked to, or at once', async () => {
    attempts.begin();
    assert.equal(await pass(20), 2);
    attempts.restart();
    assert.deepEqual([await pass(4), await pass(1)], [2, 3]);
    attempts.hurry();
    assert.deepEqual([await pass(1), await pass(8), await pass(2)], [4, 4, 5]);
  });

  it('go on for who asks during the last one, with the next delay', async () => {
    left = 1;
    attempt = async () => {
      attempts.begin();
      attempt = async () => await Promise.resolve();
      await Promise.resolve();
    };
    attempts.begin();
    assert.deepEqual([await pass(5), await pass(9), await pass(1), await pass(300)], [1, 1, 2, 2]);
  });

  it('keep the delay of who begins anew during one', async () => {
    attempt = async () => {
      attempts.restart();
      attempt = async () => await Promise.resolve();
      await Promise.resolve();
    };
    attempts.begin();
    assert.deepEqual([await pass(5), await pass(5), await pass(9), await pass(1)], [1, 2, 2, 3]);
  });

  it('keep the delay of who begins anew during one that outlasts it', async () => {
    attempts.begin();
    assert.equal(await pass(35), 3);
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    attempt = async () => await first.promise;
    assert.equal(await pass(40), 4);
    attempts.restart();
    attempt = async () => await second.promise;
    assert.equal(await pass(5), 5);
    // The second one waits for what the first one holds.
    first.resolve();
    await setImmediate();
    second.resolve();
    assert.deepEqual([await pass(9), await pass(1)], [5, 6]);
  });

  it('end with an error, which is told', async () => {
    const error = new Error('broken');
    attempt = async () => await Promise.reject(error);
    attempts.begin();
    assert.equal(await pass(300), 1);
    assert.deepEqual(errors, [error]);
    attempt = async () => await Promise.resolve();
    attempts.begin();
    assert.equal(await pass(5), 2);
  });

  it('end with what they are for', async () => {
    attempts.begin();
    attempts.dispose();
    assert.equal(await pass(300), 0);
    attempts.restart();
    assert.equal(clock.waiting, 0);
  });
});
