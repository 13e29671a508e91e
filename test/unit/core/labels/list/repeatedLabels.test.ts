import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import type { RepeatableField } from '../../../../../src/core/labels/list/labelFilter.ts';
import { LabelList } from '../../../../../src/core/labels/list/labelList.ts';
import { LabelService, pageOf } from './labelService.ts';

/** How the labels of a service are called; a value of `undefined` is left out of its record. */
interface Names {
  readonly labelCode?: string;
  readonly labelName?: string;
}

/** Shows the labels of a service with these names that have `repeated` values. Returns their ids. */
async function repeatedIds(all: readonly Names[], repeated: RepeatableField): Promise<string[]> {
  const records = all.map((names, index) => ({ id: String(index), ...names }));
  const service = new LabelService((request) => pageOf(records, request));
  const repository = new LabelRepository(await service.start(), systemClock);
  const list = new LabelList({ source: repository, pageSize: () => 3, filter: { repeated } });
  try {
    await list.loadFirst();
    while (list.hasMore) {
      await list.loadMore();
    }
    assert.equal(list.state.kind, 'idle');
    assert.equal(list.total, list.count);
    return list.entries.flatMap((entry) => (entry.kind === 'label' ? [entry.label.id] : []));
  } finally {
    list.dispose();
    repository.dispose();
    service.close();
  }
}

describe('repeated labels', () => {
  it('stand together by their values, in the order of the first of each', async () => {
    const all = ['A', 'B', 'C', 'B', 'A', 'a', 'D', 'A'].map((labelCode) => ({ labelCode }));
    assert.deepEqual(await repeatedIds(all, 'labelCode'), ['0', '4', '7', '1', '3']);
    assert.deepEqual(await repeatedIds(all, 'labelName'), []);
  });

  it('are those with a value that another one has, each once', async () => {
    const value = fc.constantFrom('A', 'B', 'C', 'D');
    const names = fc.record({ labelCode: value, labelName: value }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(
        fc.array(names, { maxLength: 12 }),
        fc.constantFrom<RepeatableField>('labelCode', 'labelName'),
        async (all, field) => {
          const expected = all.flatMap((one, index) =>
            one[field] !== undefined && all.filter((each) => each[field] === one[field]).length > 1
              ? [String(index)]
              : [],
          );
          const found = await repeatedIds(all, field);
          assert.deepEqual(
            found.toSorted((a, b) => Number(a) - Number(b)),
            expected,
          );
        },
      ),
      { numRuns: 30 },
    );
  });
});
