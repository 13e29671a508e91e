import assert from 'node:assert/strict';
import { Freshness } from '../../../../../../src/core/labels/changes/run/freshness.ts';
import { FakeClock } from '../../../../../support/fakeClock.ts';

/** What was read just now, in so many milliseconds. */
async function readIn(clock: FakeClock, milliseconds: number): Promise<Freshness> {
  const freshness = new Freshness(clock);
  const labels = await freshness.reading(async () => {
    clock.advance(milliseconds);
    return await Promise.resolve('labels');
  });
  assert.equal(labels, 'labels');
  return freshness;
}

describe('Freshness', () => {
  for (const [what, pass] of [
    ['the wall clock', (clock: FakeClock, time: number) => clock.setWallClock(time)],
    [
      'the monotonic clock',
      (clock: FakeClock, time: number) => {
        clock.advance(time);
        clock.setWallClock(-time);
      },
    ],
  ] as const) {
    it(`ends after 30 s by ${what}, whatever the other says`, async () => {
      const clock = new FakeClock();
      const freshness = await readIn(clock, 1000);
      pass(clock, 30_000);
      assert.equal(freshness.hasExpired, false);
      pass(clock, 1);
      assert.equal(freshness.hasExpired, true);
    });
  }

  it('lasts longer where it took long to read', async () => {
    const clock = new FakeClock();
    const freshness = await readIn(clock, 60_000);
    clock.advance(240_000);
    assert.equal(freshness.hasExpired, false);
    clock.advance(1);
    assert.equal(freshness.hasExpired, true);
  });

  it('is hopeless once reading again has not helped three times in a row, and over all the same', async () => {
    const clock = new FakeClock();
    const freshness = await readIn(clock, 1000);
    clock.advance(31_000);
    for (const isHopeless of [false, false, false, true]) {
      freshness.recordNotSent();
      assert.equal(freshness.isHopeless, isHopeless);
      assert.equal(freshness.hasExpired, true);
    }
    freshness.recordSent();
    assert.equal(freshness.isHopeless, false);
  });

  it('is over before anything was read', () => {
    assert.equal(new Freshness(new FakeClock()).hasExpired, true);
  });
});
