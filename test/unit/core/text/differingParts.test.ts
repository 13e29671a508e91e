import assert from 'node:assert/strict';
import { differingParts } from '../../../../src/core/text/differingParts.ts';

function partsOf(before: string, after: string): readonly [string, string] {
  const parts = differingParts(before, after, 80, (count) => ` [${count}] `);
  return [parts.before, parts.after];
}

describe('differingParts', () => {
  it('leaves short texts whole', () => {
    assert.deepEqual(partsOf('Remote', 'Remote work'), ['Remote', 'Remote work']);
  });

  it('shows what differs far behind', () => {
    const same = 'x'.repeat(500);
    const around = 'x'.repeat(20);
    assert.deepEqual(partsOf(`${same}old${same}`, `${same}new!${same}`), [
      `…${around}old${around}…`,
      `…${around}new!${around}…`,
    ]);
    assert.deepEqual(partsOf(same, `${same}!`), [`…${around}`, `…${around}!`]);
  });

  it('shows both ends of what differs in the middle, and how much is left out', () => {
    const [before, after] = partsOf('a', `start${'x'.repeat(5000)}end`);
    assert.equal(before, 'a');
    assert.equal(after, `start${'x'.repeat(35)} [4928] ${'x'.repeat(37)}end`);
  });

  it('shows the difference of two long texts at random', () => {
    for (let index = 0; index < 1000; index++) {
      const same = 'x'.repeat(index);
      const [before, after] = partsOf(`${same}1${'y'.repeat(200)}`, `${same}2${'y'.repeat(200)}`);
      assert.ok(before.includes('1'));
      assert.ok(after.includes('2'));
      assert.ok(before.length < 90 && after.length < 90);
    }
  });
});
