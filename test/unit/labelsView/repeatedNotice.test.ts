import assert from 'node:assert/strict';
import { RepeatedNotice } from '../../../src/labelsView/repeatedNotice.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('RepeatedNotice', () => {
  let clock: FakeClock;
  let repeats: number;
  let notice: RepeatedNotice<string>;

  beforeEach(() => {
    clock = new FakeClock();
    repeats = 0;
    notice = new RepeatedNotice(clock);
  });

  /** VS Code is notified of all rows. */
  function give(): void {
    notice.repeat(undefined, () => (repeats += 1));
  }

  it('is not repeated where the rows are asked for', () => {
    give();
    clock.advance(1900);
    notice.recordRequest(undefined);
    clock.advance(60_000);
    assert.equal(repeats, 0);
  });

  it('is repeated where nobody asks, until somebody does', () => {
    give();
    clock.advance(2000);
    assert.equal(repeats, 1);
    notice.recordRequest(undefined);
    clock.advance(60_000);
    assert.equal(repeats, 1);
  });

  it('is not repeated for ever, nor after the view has gone', () => {
    give();
    for (let step = 0; step < 30; step += 1) {
      clock.advance(2000);
    }
    assert.equal(repeats, 3);
    give();
    notice.dispose();
    clock.advance(60_000);
    assert.equal(repeats, 3);
  });

  it('begins anew with each change', () => {
    give();
    clock.advance(1500);
    give();
    clock.advance(1500);
    assert.equal(repeats, 0);
    clock.advance(500);
    assert.equal(repeats, 1);
  });

  it('waits for the rows below each row by themselves', () => {
    const repeated: string[] = [];
    for (const row of ['first', 'second']) {
      notice.repeat(row, () => repeated.push(row));
    }
    notice.recordRequest('first');
    clock.advance(2000);
    assert.deepEqual(repeated, ['second']);
  });
});
