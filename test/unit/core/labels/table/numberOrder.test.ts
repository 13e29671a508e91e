import assert from 'node:assert/strict';
import { numberOrder } from '../../../../../src/core/labels/table/numberOrder.ts';
import { assertInSlices, watchTurns } from '../../../../support/watchTurns.ts';

describe('order of numbers', () => {
  const texts = ['10', 'x', '9', '1', '-2', '10', ''];

  it('keeps equal ones in their order, and has texts last', async () => {
    assert.deepEqual([...(await numberOrder(texts, false))], [4, 6, 3, 2, 0, 5, 1]);
    assert.deepEqual([...(await numberOrder(texts, true))], [0, 5, 2, 3, 6, 4, 1]);
  });

  it('takes any number of equal ones', async () => {
    const order = await numberOrder(
      Array.from({ length: 300_000 }, () => '1'),
      true,
    );
    assert.ok(order.every((at, place) => at === place));
  });

  it('keeps nobody waiting where all differ', async () => {
    const count = 100_000;
    const different = Array.from({ length: count }, (_, index) => String((index * 7919) % count));
    const turns = watchTurns();
    const order = await numberOrder(different, false);
    const longest = turns.end();
    assert.ok(order.every((at, place) => different[at] === String(place)));
    assertInSlices(longest);
  });
});
