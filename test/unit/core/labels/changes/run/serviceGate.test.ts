import assert from 'node:assert/strict';
import { CancelledError } from '../../../../../../src/core/errors/cancelledError.ts';
import { RateLimitedError } from '../../../../../../src/core/errors/rateLimitedError.ts';
import { ServiceGate } from '../../../../../../src/core/labels/changes/run/serviceGate.ts';
import { FakeClock } from '../../../../../support/fakeClock.ts';
import { until } from '../../../../../support/until.ts';

async function never(): Promise<void> {
  await new Promise(() => undefined);
}

describe('ServiceGate', () => {
  const { signal } = new AbortController();

  it('lets six through at a time, in their order', async () => {
    const gate = new ServiceGate({ clock: new FakeClock() });
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const all = Array.from({ length: 10 }, async (_, index) => {
      await gate.send(async () => {
        started.push(index);
        await new Promise<void>((resolve) => ends.push(resolve));
      }, signal);
    });
    await until(() => started.length === 6);
    ends[3]?.();
    await until(() => started.length === 7);
    assert.deepEqual(started, [0, 1, 2, 3, 4, 5, 6]);
    for (let ended = 0; ended < 10; ended++) {
      await until(() => ends.length > ended);
      ends[ended]?.();
    }
    await Promise.all(all);
  });

  it('makes all wait as long as the service asks, and says so', async () => {
    const clock = new FakeClock();
    const gate = new ServiceGate({ clock });
    const waits: number[] = [];
    gate.onDidWait(() => waits.push(gate.wait));
    assert.equal(gate.wait, 0);
    let limited = true;
    const sent: string[] = [];
    const send = async (name: string): Promise<void> => {
      await gate.send(async () => {
        await Promise.resolve();
        if (limited) {
          throw new RateLimitedError(12);
        }
        sent.push(name);
      }, signal);
    };
    const first = send('first');
    await until(() => waits.length === 1);
    limited = false;
    const second = send('second');
    clock.advance(11_999);
    await new Promise<void>((resolve) => setImmediate(resolve));
    assert.deepEqual([waits, gate.wait, sent], [[12_000], 1, []]);
    clock.advance(1);
    await Promise.all([first, second]);
    assert.equal(gate.wait, 0);
    assert.deepEqual(sent.toSorted(), ['first', 'second']);
  });

  for (const seconds of [0, 1, undefined]) {
    it(`counts one wait for six that were refused together with Retry-After ${seconds}`, async () => {
      const clock = new FakeClock();
      const gate = new ServiceGate({ clock, random: () => 1 });
      const answers = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
      const again: (() => void)[] = [];
      const all = answers.map(async ({ promise }) => {
        let tries = 0;
        await gate.send(async () => {
          tries++;
          if (tries === 1) {
            await promise;
          } else if (tries === 2) {
            await new Promise<void>((resolve) => again.push(resolve));
            throw new RateLimitedError(undefined);
          }
        }, signal);
      });
      for (const { reject } of answers) {
        clock.advance(1);
        reject(new RateLimitedError(seconds));
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      assert.ok(gate.wait <= (seconds ?? 2) * 1000, `${gate.wait} ms`);
      clock.advance(gate.wait);
      await until(() => again.length === 6);
      again.forEach((refuse) => refuse());
      await until(() => gate.wait > 0);
      // As long as after one wait without success, not after six.
      assert.equal(gate.wait, 4000);
      clock.advance(gate.wait);
      await Promise.all(all);
    });
  }

  it('ends at once what waits and what is under way when it is cancelled', async () => {
    const gate = new ServiceGate({ clock: new FakeClock() });
    const cancel = new AbortController();
    const all = Array.from({ length: 9 }, async () => await gate.send(never, cancel.signal));
    cancel.abort();
    const results = await Promise.allSettled(all);
    assert.ok(
      results.every((each) => each.status === 'rejected' && each.reason instanceof CancelledError),
    );
    assert.equal(await gate.send(async () => await Promise.resolve('free'), signal), 'free');
  });

  it('sends nothing that is cancelled as its turn comes', async () => {
    const gate = new ServiceGate({ clock: new FakeClock() });
    const cancel = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = gate.send(async () => await promise, signal);
    const others = Array.from({ length: 5 }, async () => await gate.send(never, signal));
    let wasSent = false;
    const last = gate.send(async () => {
      wasSent = true;
      await Promise.resolve();
    }, cancel.signal);
    resolve();
    await first;
    // Its place is free, and it has not gone on yet.
    cancel.abort();
    await assert.rejects(last, CancelledError);
    assert.equal(wasSent, false);
    assert.equal(others.length, 5);
  });
});
