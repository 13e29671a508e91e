import assert from 'node:assert/strict';
import { DoubleClicks } from '../../../src/labelEditor/doubleClicks.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('double clicks on rows', () => {
  it('are two clicks on one row, soon after one another', () => {
    const clock = new FakeClock();
    const clicks = new DoubleClicks(clock);
    assert.equal(clicks.isSecond('a'), false);
    clock.advance(400);
    assert.equal(clicks.isSecond('a'), true);
    clock.advance(100);
    assert.equal(clicks.isSecond('a'), false, 'a third click begins anew');
    clock.advance(100);
    assert.equal(clicks.isSecond('b'), false, 'on another row');
    clock.advance(600);
    assert.equal(clicks.isSecond('b'), false, 'after a pause');
  });
});
