import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { groupInSlices, inSlices, sortInSlices } from '../../../../src/core/async/slices.ts';

/** How many turns others have while `work` is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  await work();
  clearImmediate(next);
  return turns;
}

describe('inSlices', () => {
  it('hands out everything in its order, and lets others have their turn', async () => {
    const slices: (readonly number[])[] = [];
    const turns = await turnsDuring(async () => {
      for await (const slice of inSlices([1, 2, 3, 4, 5], 2)) {
        slices.push(slice);
      }
    });
    assert.deepEqual(slices, [[1, 2], [3, 4], [5]]);
    assert.equal(turns, 2);
  });

  it('hands out nothing of nothing', async () => {
    for await (const slice of inSlices([], 2)) {
      assert.fail(`${slice.length}`);
    }
  });
});

describe('groupInSlices', () => {
  it('groups as Map.groupBy does, but for what has no key', async () => {
    const items = fc.array(
      fc.record({ key: fc.option(fc.nat(9), { nil: undefined }), at: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(items, async (all) => {
        const expected = Map.groupBy(all, ({ key }) => key);
        expected.delete(undefined);
        assert.deepEqual(await groupInSlices(all, ({ key }) => key), expected);
      }),
      { numRuns: 200 },
    );
  });
});

function compare([one]: readonly number[], [other]: readonly number[]): number {
  return (one ?? 0) - (other ?? 0);
}

describe('sortInSlices', () => {
  it('sorts as Array.sort does, whatever the length', async () => {
    const length = fc.integer({ min: 0, max: 9000 });
    await fc.assert(
      fc.asyncProperty(length, fc.integer({ min: 1, max: 50_000 }), async (count, keys) => {
        const items = Array.from(
          { length: count },
          (_, index) => [(index * 7919) % keys, index] as const,
        );
        assert.deepEqual(await sortInSlices(items, compare), items.toSorted(compare));
      }),
      { numRuns: 20 },
    );
  });

  it('lets others have their turn', async () => {
    const items = Array.from({ length: 8000 }, (_, index) => [8000 - index] as const);
    const turns = await turnsDuring(async () => await sortInSlices(items, compare));
    assert.ok(turns >= 6, `${turns} turns`);
  });
});
