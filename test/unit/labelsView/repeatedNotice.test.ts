import assert from 'node:assert/strict';
import { RepeatedNotice } from '../../../src/labelsView/repeatedNotice.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('RepeatedNotice', () => {
  let clock: FakeClock;
  let given: number;
  let notice: RepeatedNotice;

  beforeEach(() => {
    clock = new FakeClock();
    given = 0;
    notice = new RepeatedNotice(clock, () => (given += 1));
  });

  it('is given once where the rows are asked for', () => {
    notice.give();
    clock.advance(1900);
    notice.asked();
    clock.advance(60_000);
    assert.equal(given, 1);
  });

  it('is given again where nobody asks, until somebody does', () => {
    notice.give();
    clock.advance(2000);
    assert.equal(given, 2);
    notice.asked();
    clock.advance(60_000);
    assert.equal(given, 2);
  });

  it('is not given for ever, nor after the view has gone', () => {
    notice.give();
    for (let step = 0; step < 30; step += 1) {
      clock.advance(2000);
    }
    assert.equal(given, 4);
    notice.give();
    notice.dispose();
    clock.advance(60_000);
    assert.equal(given, 5);
  });

  it('begins anew with each change', () => {
    notice.give();
    clock.advance(1500);
    notice.give();
    clock.advance(1500);
    assert.equal(given, 2);
    clock.advance(500);
    assert.equal(given, 3);
  });
});
