import assert from 'node:assert/strict';
import { freshnessOf, remainingLifetime } from '../../../../src/core/session/sessionRenewal.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { storedSession } from '../../../support/storedSession.ts';

const minute = 60_000;
const life = 30 * minute;

function arrived(): {
  readonly clock: FakeClock;
  readonly remaining: () => number;
  readonly remainingElsewhere: () => number;
} {
  const clock = new FakeClock();
  const session = storedSession({ issuedAt: clock.now() });
  const arrival = { wall: clock.now(), monotonic: clock.monotonic() };
  return {
    clock,
    remaining: () => remainingLifetime(session, arrival, clock),
    remainingElsewhere: () => remainingLifetime(session, undefined, clock),
  };
}

describe('remainingLifetime', () => {
  it('counts from the arrival', () => {
    const { clock, remaining, remainingElsewhere } = arrived();
    assert.equal(remaining(), life);
    clock.advance(29 * minute);
    assert.equal(remaining(), minute);
    assert.equal(remainingElsewhere(), minute);
    clock.advance(2 * minute);
    assert.equal(remaining(), -minute);
  });

  it('does not take a token for younger when the clock is set back', () => {
    const { clock, remaining } = arrived();
    clock.advance(20 * minute);
    clock.setWallClock(-10 * minute);
    assert.equal(remaining(), 10 * minute);
  });

  it('takes a clock that jumps ahead for sleep, at worst too early', () => {
    const { clock, remaining } = arrived();
    clock.advance(5 * minute);
    clock.setWallClock(10 * minute);
    assert.equal(remaining(), 15 * minute);
  });

  it('sees after sleep that a token has expired', () => {
    const { clock, remaining } = arrived();
    clock.setWallClock(8 * 60 * minute);
    assert.ok(remaining() < 0);
  });

  it('lets a drift of some seconds pass', () => {
    const { clock, remaining } = arrived();
    clock.setWallClock(20_000);
    assert.equal(remaining(), life);
  });

  it('never lets a token of another run live longer than its life', () => {
    const { clock, remainingElsewhere } = arrived();
    clock.setWallClock(-10 * minute);
    assert.equal(remainingElsewhere(), life);
    clock.setWallClock(20 * minute);
    assert.equal(remainingElsewhere(), life - 10 * minute);
  });
});

describe('freshnessOf', () => {
  const rows = [
    [30, 0, 'fresh'],
    [7.6, 0, 'fresh'],
    [7.4, 0, 'ageing'],
    [4.6, 1, 'fresh'],
    [4.4, 1, 'ageing'],
    [2, 0, 'ageing'],
    [1.9, 0, 'stale'],
    [-1, 0, 'stale'],
  ] as const;
  for (const [minutes, jitter, expected] of rows) {
    it(`takes ${minutes} of 30 minutes, with jitter ${jitter}, for ${expected}`, () => {
      assert.equal(freshnessOf(minutes * minute, 1800, jitter), expected);
    });
  }

  it('leaves most of a short life for use', () => {
    assert.equal(freshnessOf(4000, 5, 0), 'fresh');
    assert.equal(freshnessOf(1000, 5, 0), 'ageing');
    assert.equal(freshnessOf(400, 5, 0), 'stale');
  });
});
