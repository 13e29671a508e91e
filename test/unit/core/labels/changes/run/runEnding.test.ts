import assert from 'node:assert/strict';
import { RateLimitedError } from '../../../../../../src/core/errors/rateLimitedError.ts';
import { FailureStreak } from '../../../../../../src/core/labels/changes/run/runEnding.ts';

describe('FailureStreak', () => {
  it('sees five failures of the same kind in a row', () => {
    const streak = new FailureStreak();
    const limited = new RateLimitedError(undefined);
    const ends = (count: number): boolean[] =>
      Array.from({ length: count }, () => streak.failed(limited));
    assert.deepEqual(ends(4), [false, false, false, false]);
    streak.succeeded();
    assert.deepEqual(ends(5), [false, false, false, false, true]);
    assert.equal(streak.failed(new Error('other')), false);
  });
});
