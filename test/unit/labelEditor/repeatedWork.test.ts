import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { RepeatedWork } from '../../../src/labelEditor/repeatedWork.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('RepeatedWork', () => {
  let clock: FakeClock;
  let attempts: number;
  let left: number;
  let work: RepeatedWork;

  beforeEach(() => {
    clock = new FakeClock();
    attempts = 0;
    left = Infinity;
    work = new RepeatedWork(clock, async () => {
      attempts++;
      return await Promise.resolve(attempts < left);
    });
  });

  async function pass(seconds: number): Promise<number> {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await setImmediate();
    }
    return attempts;
  }

  it('is tried ever less often, at last once a minute', async () => {
    work.begin();
    work.begin();
    const counts = [await pass(4), await pass(1), await pass(9), await pass(1), await pass(300)];
    assert.deepEqual(counts, [0, 1, 1, 2, 8]);
  });

  it('ends when nothing is left, and begins anew', async () => {
    left = 2;
    work.begin();
    assert.equal(await pass(300), 2);
    left = 4;
    work.begin();
    assert.deepEqual([await pass(5), await pass(300)], [3, 4]);
  });

  it('ends with what it is for', async () => {
    work.begin();
    work.dispose();
    assert.equal(await pass(300), 0);
    assert.equal(clock.waiting, 0);
  });
});
