import assert from 'node:assert/strict';
import { SingleFlight } from '../../../../src/core/async/singleFlight.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';

describe('SingleFlight', () => {
  it('shares the work of one key and keeps keys apart', async () => {
    const flights = new SingleFlight<string, number>();
    const { promise, resolve } = Promise.withResolvers<number>();
    let started = 0;
    const work = async (): Promise<number> => {
      started++;
      return await promise;
    };
    const answers = [flights.run('a', work), flights.run('a', work), flights.run('b', work)];
    resolve(7);
    assert.deepEqual(await Promise.all(answers), [7, 7, 7]);
    assert.equal(started, 2);
  });

  it('works anew after success and after failure', async () => {
    const flights = new SingleFlight<string, number>();
    let calls = 0;
    const work = async (): Promise<number> => {
      calls++;
      await Promise.resolve();
      if (calls === 1) {
        throw new RangeError('first');
      }
      return calls;
    };
    await assert.rejects(flights.run('a', work), RangeError);
    assert.equal(await flights.run('a', work), 2);
    assert.equal(await flights.run('a', work), 3);
  });

  it('lets one caller leave without ending the work of the others', async () => {
    const flights = new SingleFlight<string, number>();
    const { promise, resolve } = Promise.withResolvers<number>();
    const leaving = new AbortController();
    const left = flights.run('a', async () => await promise, leaving.signal);
    const stayed = flights.run('a', async () => await Promise.reject(new Error('second')));
    leaving.abort();
    await assert.rejects(left, CancelledError);
    resolve(1);
    assert.equal(await stayed, 1);
  });

  it('raises no unhandled rejection when every caller has left before the failure', async () => {
    const flights = new SingleFlight<string, number>();
    const { promise, reject } = Promise.withResolvers<number>();
    const left = flights.run('a', async () => await promise, AbortSignal.abort());
    await assert.rejects(left, CancelledError);
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      reject(new Error('too late'));
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', note);
    }
    assert.deepEqual(unhandled, []);
  });
});
