import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { FilterError } from '../../../../../src/core/errors/filterError.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import type { RepeatableField } from '../../../../../src/core/labels/list/labelCriteria.ts';
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

describe('labels that are chosen here', () => {
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

  it('come with what cannot be judged: records that cannot be read, and those that are not listed', async () => {
    const records = [{ id: '1', labelName: 'A' }, { labelName: 'Without an ID' }, { id: '3' }];
    const service = new LabelService((request) => {
      const page = pageOf(records, request);
      return { ...page, total: page.total + 2 };
    });
    const repository = new LabelRepository(await service.start(), systemClock);
    const filter = { empty: ['labelName'] } as const;
    const list = new LabelList({ source: repository, pageSize: () => 2, filter });
    try {
      await list.loadFirst();
      assert.deepEqual(list.state, { kind: 'idle' });
      assert.deepEqual(
        list.entries.map((entry) => (entry.kind === 'label' ? entry.label.id : entry.kind)),
        ['3', 'unreadable'],
      );
      assert.deepEqual([list.count, list.hasMore, list.missing], [2, false, 2]);
    } finally {
      list.dispose();
      repository.dispose();
      service.close();
    }
  });

  it('tell how many labels have been read for them, of how many', async () => {
    const records = Array.from({ length: 450 }, (_, index) => ({ id: String(index) }));
    const service = new LabelService((request) => pageOf(records, request));
    const repository = new LabelRepository(await service.start(), systemClock);
    const list = new LabelList({ source: repository, pageSize: () => 20 });
    const reads: unknown[] = [];
    list.onDidProgress(({ read, total }) => reads.push([read, total]));
    try {
      await list.setFilter({ empty: ['labelName'] });
      assert.deepEqual(reads, [
        [200, 450],
        [400, 450],
        [450, 450],
      ]);
    } finally {
      list.dispose();
      repository.dispose();
      service.close();
    }
  });

  it('are refused by a time of change that no label has', async () => {
    const all: Record<string, unknown>[] = [{ id: '1', createTime: '2026-01-01' }];
    const service = new LabelService((request) => pageOf(all, request));
    const repository = new LabelRepository(await service.start(), systemClock);
    const request = { current: 1, size: 20, changed: '7d' };
    try {
      await assert.rejects(repository.page(request), FilterError);
      all.push({ id: '2', updateTime: '2001-01-01' });
      assert.deepEqual((await repository.page(request)).records, []);
      all.length = 0;
      assert.deepEqual((await repository.page(request)).records, []);
    } finally {
      repository.dispose();
      service.close();
    }
  });
});
