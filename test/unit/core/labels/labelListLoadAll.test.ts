import assert from 'node:assert/strict';
import { readLabel } from '../../../../src/core/api/label.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { CancelledError } from '../../../../src/core/base/errors/cancelledError.ts';
import { concurrentRequests } from '../../../../src/core/labels/concurrency.ts';
import { LabelList, type LabelListChange } from '../../../../src/core/labels/labelList.ts';
import { LabelRepository } from '../../../../src/core/labels/labelRepository.ts';
import { labelOf } from './arbitraryLabels.ts';
import { LabelService, pageOf, records, type ListAnswer } from './labelService.ts';

function ids(list: LabelList): string[] {
  return list.rows.map((row) => (row.kind === 'label' ? row.label.id : '?'));
}

function idsUpTo(last: number): string[] {
  return records(1, last).map(({ id }) => id);
}

describe('LabelList that loads all', () => {
  let service: LabelService;

  async function listFrom(answer: ListAnswer, pageSize = 10): Promise<LabelList> {
    service = new LabelService(answer);
    const source = new LabelRepository(await service.start(), systemClock);
    return new LabelList({ source, pageSize: () => pageSize });
  }

  afterEach(() => service.close());

  it('asks for large pages, several at a time, and keeps the order of the service', async () => {
    const all = records(1, 3000);
    let atOnce = 0;
    let mostAtOnce = 0;
    const list = await listFrom(async (request) => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      const { promise, resolve } = Promise.withResolvers<void>();
      // The later a page stands, the earlier it is answered.
      setTimeout(resolve, 30 - request.current);
      await promise;
      atOnce--;
      return pageOf(all, request);
    });
    await list.loadFirst();
    await list.loadAll();
    assert.deepEqual(ids(list), idsUpTo(3000));
    assert.equal(list.hasMore, false);
    assert.equal(mostAtOnce, concurrentRequests);
    assert.equal(service.requests.length, 1 + 15);
  });

  it('goes on with the page size that the service really uses', async () => {
    const all = records(1, 500);
    for (const saysSize of [true, false]) {
      const list = await listFrom((request) => {
        const page = pageOf(all, request, 50);
        return saysSize ? page : { ...page, size: request.size, pages: undefined };
      });
      await list.loadFirst();
      await list.loadAll();
      assert.deepEqual(ids(list), idsUpTo(500));
      service.close();
    }
  });

  it('loses no row when rows go meanwhile', async () => {
    let all = records(1, 2000);
    const list = await listFrom((request) => {
      if (service.requests.length === 4) {
        all = all.filter(({ id }) => Number(id) % 100 !== 0);
      }
      return pageOf(all, request);
    });
    await list.loadAll();
    const shown = ids(list);
    assert.equal(new Set(shown).size, shown.length);
    assert.deepEqual(
      all.filter(({ id }) => !shown.includes(id)),
      [],
    );
  });

  it('shows the rows of a failed load, and goes on from there', async () => {
    const all = records(1, 1000);
    let fails = true;
    const list = await listFrom((request) => {
      if (fails && request.current === 3) {
        throw new Error('injected');
      }
      return pageOf(all, request);
    }, 200);
    await list.loadAll();
    assert.deepEqual(ids(list), idsUpTo(400));
    assert.ok(list.state.kind === 'failed' && list.state.action === 'all');
    fails = false;
    await list.retry();
    assert.deepEqual(ids(list), idsUpTo(1000));
  });

  it('keeps what is loaded when it is cancelled, and ends the requests', async () => {
    const all = records(1, 10_000);
    const list = await listFrom((request) => pageOf(all, request), 200);
    const cancel = new AbortController();
    list.onDidProgress(() => {
      if (list.count >= 1000) {
        cancel.abort();
      }
    });
    await assert.rejects(list.loadAll(cancel.signal), CancelledError);
    assert.ok(list.count >= 1000 && list.count < 3000);
    assert.ok(service.requests.length < 30);
    await list.loadMore();
    assert.deepEqual(ids(list), idsUpTo(list.count));
  });

  it('tells of the rows once, at the end, and of a changed label by itself', async () => {
    const all = records(1, 1000);
    const list = await listFrom((request) => pageOf(all, request), 200);
    await list.loadFirst();
    const changes: LabelListChange['kind'][] = [];
    list.onDidChange(({ kind }) => changes.push(kind));
    await list.loadAll();
    assert.deepEqual(changes, ['state', 'rows']);
    list.update(labelOf({ id: '700', labelName: 'Changed' }));
    assert.deepEqual(changes, ['state', 'rows', 'label']);
  });

  it('keeps a label that was changed while an older answer was on its way', async () => {
    const all = records(1, 1000);
    const list = await listFrom((request) => pageOf(all, request), 200);
    await list.loadFirst();
    list.onDidProgress(() => {
      if (list.count === 400) {
        // The pages after this one have been asked for already.
        list.update(labelOf({ id: '700', labelName: 'Changed' }));
      }
    });
    await list.loadAll();
    const row = list.rows[699];
    assert.equal(row?.kind === 'label' && row.label.labelName, 'Changed');
  });

  it('stops after 200,000 labels, to be called again', async () => {
    const total = 200_500;
    service = new LabelService(() => undefined);
    await service.start();
    const list = new LabelList({
      source: {
        page: async ({ current, size }) => {
          const first = (current - 1) * size + 1;
          const page = records(first, Math.min(total, first + size - 1));
          const answer = { total, size, current, pages: Math.ceil(total / size) };
          return await Promise.resolve({ ...answer, records: page.map(readLabel) });
        },
      },
      pageSize: () => 200,
    });
    await list.loadAll();
    assert.equal(list.count, 200_000);
    assert.ok(list.hasMore);
    await list.loadAll();
    assert.equal(list.count, total);
    assert.equal(list.hasMore, false);
  });
});
