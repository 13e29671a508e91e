import assert from 'node:assert/strict';
import { withRateLimitWaits } from '../../../../src/core/api/rateLimitWait.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { RateLimitedError } from '../../../../src/core/errors/rateLimitedError.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { immediateClock } from '../../../support/immediateClock.ts';

describe('withRateLimitWaits', () => {
  let waits: number[];
  let requests: number;
  let retryAfter: (number | undefined)[];

  async function request(): Promise<string> {
    requests++;
    if (retryAfter.length > 0) {
      throw new RateLimitedError(retryAfter.shift());
    }
    return await Promise.resolve('answer');
  }

  beforeEach(() => {
    waits = [];
    requests = 0;
    retryAfter = [];
  });

  it('waits as long as the service asks, but not too long', async () => {
    retryAfter = [7, 3600];
    const options = { clock: immediateClock(waits), signal: undefined };
    assert.equal(await withRateLimitWaits(request, options), 'answer');
    assert.deepEqual(waits, [7000, 60_000]);
  });

  it('waits up to twice as long each time where the service does not say how long', async () => {
    retryAfter = [undefined, undefined, undefined];
    const options = { clock: immediateClock(waits), signal: undefined, random: () => 0.5 };
    assert.equal(await withRateLimitWaits(request, options), 'answer');
    assert.deepEqual(waits, [1000, 2000, 4000]);
  });

  it('comes back at once where the service asks for no wait, but only the first time', async () => {
    retryAfter = [0, 0, 0];
    const options = { clock: immediateClock(waits), signal: undefined, random: () => 0.5 };
    assert.equal(await withRateLimitWaits(request, options), 'answer');
    assert.deepEqual(waits, [0, 2000, 4000]);
  });

  it('gives up at last', async () => {
    retryAfter = Array.from({ length: 10 }, () => 1);
    const options = { clock: immediateClock(waits), signal: undefined };
    await assert.rejects(withRateLimitWaits(request, options), RateLimitedError);
    assert.equal(requests, 6);
  });

  it('waits for no other failure', async () => {
    const options = { clock: immediateClock(waits), signal: undefined };
    const failing = withRateLimitWaits(() => Promise.reject(new Error('other')), options);
    await assert.rejects(failing, /other/);
    assert.deepEqual(waits, []);
  });

  it('ends its wait at once when it is cancelled', async () => {
    const clock = new FakeClock();
    const cancel = new AbortController();
    retryAfter = [7];
    const waiting = withRateLimitWaits(request, { clock, signal: cancel.signal });
    await Promise.resolve();
    cancel.abort();
    await assert.rejects(waiting, CancelledError);
    assert.deepEqual([requests, clock.waiting], [1, 0]);
  });
});
