import assert from 'node:assert/strict';
import { readLabel } from '../../../../../src/core/api/label.ts';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import { LabelList, type LabelListChange } from '../../../../../src/core/labels/list/labelList.ts';
import { concurrentRequests } from '../../../../../src/core/labels/requestLimits.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { until } from '../../../../support/until.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { HttpFailure, LabelService, pageOf, records, type ListAnswer } from './labelService.ts';

function ids(list: LabelList): string[] {
  return list.entries.map((entry) => (entry.kind === 'label' ? entry.label.id : '?'));
}

function idsUpTo(last: number): string[] {
  return records(1, last).map(({ id }) => id);
}

/** List of a number of labels that come without a service, each with these values. */
function listFromMemory(total: number, values: Readonly<Record<string, string>> = {}): LabelList {
  return new LabelList({
    source: {
      page: async ({ current, size }) => {
        const first = (current - 1) * size + 1;
        const page = records(first, Math.min(total, first + size - 1));
        const answer = { total, size, current, pages: Math.ceil(total / size) };
        const labels = page.map((record) => readLabel({ ...record, ...values }));
        return await Promise.resolve({ ...answer, records: labels });
      },
    },
    pageSize: () => 200,
  });
}

describe('LabelList that loads all', () => {
  let service: LabelService;
  let clock: FakeClock;

  async function listFrom(answer: ListAnswer, pageSize = 10): Promise<LabelList> {
    service = new LabelService(answer);
    clock = new FakeClock();
    const source = new LabelRepository(await service.start(), clock);
    return new LabelList({ source, pageSize: () => pageSize });
  }

  afterEach(() => service.close());

  it('asks for large pages, several at a time, and keeps the order of the service', async () => {
    const all = records(1, 3000);
    let atOnce = 0;
    let mostAtOnce = 0;
    const enough = Promise.withResolvers<void>();
    const list = await listFrom(async (request) => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      if (mostAtOnce === concurrentRequests) {
        enough.resolve();
      }
      if (service.requests.length > 2) {
        // However long they take to arrive; the first large page comes alone.
        await enough.promise;
      }
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

  it('loses no label when labels go meanwhile', async () => {
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

  it('shows the labels of a failed load, and goes on from there', async () => {
    const all = records(1, 1000);
    let fails = true;
    const list = await listFrom((request) => {
      if (fails && request.current === 3) {
        throw new Error('injected');
      }
      return pageOf(all, request);
    }, 200);
    assert.equal(await list.loadAll(), 'failed');
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

  it('ends when its caller cancels, whatever else has been asked for meanwhile', async () => {
    const all = records(1, 10_000);
    const joins: ((list: LabelList) => Promise<unknown>)[] = [
      async (list) => await list.loadMore(),
      async (list) => await list.setFilter({}),
      async (list) => await list.loadFirst(),
    ];
    for (const join of joins) {
      const list = await listFrom((request) => pageOf(all, request), 200);
      const cancel = new AbortController();
      const loading = list.loadAll(cancel.signal);
      const joined = join(list);
      list.onDidProgress(() => cancel.abort());
      await assert.rejects(loading, CancelledError);
      await joined;
      await until(() => list.state.kind === 'idle');
      assert.ok(list.count < all.length);
      service.close();
    }
  });

  it('waits if the service has had too many requests, until it is cancelled', async () => {
    const all = records(1, 2000);
    let isBusy = true;
    const list = await listFrom((request) => {
      if (isBusy && request.current > 2) {
        throw new HttpFailure(429, { 'retry-after': '5' });
      }
      return pageOf(all, request);
    }, 200);
    const cancel = new AbortController();
    const cancelled = list.loadAll(cancel.signal);
    await until(() => clock.waiting > 0);
    cancel.abort();
    await assert.rejects(cancelled, CancelledError);
    await until(() => clock.waiting === 0);
    const loading = list.loadAll();
    await until(() => clock.waiting > 0);
    isBusy = false;
    await until(() => {
      clock.advance(5000);
      return list.state.kind === 'idle';
    });
    assert.equal(await loading, 'complete');
    assert.deepEqual(ids(list), idsUpTo(2000));
  });

  it('does not wait for a single page: the user can try again', async () => {
    const list = await listFrom(() => Promise.reject(new HttpFailure(429)));
    await list.loadFirst();
    assert.equal(list.state.kind, 'failed');
  });

  it('begins anew if it is asked for again just as it is being cancelled', async () => {
    const all = records(1, 4000);
    const list = await listFrom((request) => pageOf(all, request), 200);
    await list.loadFirst();
    const cancel = new AbortController();
    const again = list.loadAll(cancel.signal).catch(async () => await list.loadAll());
    cancel.abort();
    assert.equal(await again, 'complete');
    assert.deepEqual(ids(list), idsUpTo(4000));
  });

  it('goes on after a refresh that takes its place', async () => {
    const all = records(1, 4000);
    const list = await listFrom((request) => pageOf(all, request), 200);
    await list.loadFirst();
    let refreshed: Promise<void> | undefined;
    list.onDidProgress(() => {
      if (list.count === 1000) {
        refreshed ??= list.refresh();
      }
    });
    assert.equal(await list.loadAll(), 'complete');
    assert.ok(refreshed !== undefined);
    assert.deepEqual(ids(list), idsUpTo(4000));
  });

  it('ends with what takes its place and fails, or is another filter', async () => {
    const all = records(1, 4000);
    let fails = false;
    const list = await listFrom((request) => {
      if (fails) {
        throw new Error('injected');
      }
      return pageOf(all, request);
    }, 200);
    await list.loadFirst();
    const subscription = list.onDidProgress(() => {
      fails = true;
      void list.refresh();
    });
    assert.equal(await list.loadAll(), 'failed');
    assert.ok(list.state.kind === 'failed' && list.state.action === 'refresh');
    assert.ok(list.count < all.length);
    subscription.dispose();
    fails = false;
    list.onDidProgress(() => void list.setFilter({ q: 'other' }));
    assert.equal(await list.loadAll(), 'replaced');
    assert.equal(list.count, 200);
  });

  it('ends for good when it is disposed', async () => {
    const all = records(1, 4000);
    const list = await listFrom((request) => pageOf(all, request), 200);
    await list.loadFirst();
    list.onDidProgress(() => {
      void list.refresh();
      list.dispose();
    });
    assert.equal(await list.loadAll(), 'replaced');
    assert.ok(service.requests.length < 10);
  });

  it('notifies at once of a label that was changed meanwhile, if listeners know it', async () => {
    const all = records(1, 1000);
    const list = await listFrom((request) => pageOf(all, request), 200);
    await list.loadFirst();
    const notified: string[] = [];
    list.onDidChange((change) =>
      notified.push(change.kind === 'label' ? change.label.id : change.kind),
    );
    list.onDidProgress(() => {
      if (list.count === 600) {
        list.update(labelOf({ id: '200', labelName: 'Known' }));
        list.update(labelOf({ id: '201', labelName: 'Not notified' }));
        list.update(labelOf({ id: '1000', labelName: 'Not loaded' }));
      }
    });
    await list.loadAll();
    assert.deepEqual(notified, ['state', '200', 'entries']);
  });

  it('notifies of new entries once, at the end, and of a changed label by itself', async () => {
    const all = records(1, 1000);
    const list = await listFrom((request) => pageOf(all, request), 200);
    await list.loadFirst();
    const changes: LabelListChange['kind'][] = [];
    list.onDidChange(({ kind }) => changes.push(kind));
    await list.loadAll();
    assert.deepEqual(changes, ['state', 'entries']);
    list.update(labelOf({ id: '700', labelName: 'Changed' }));
    assert.deepEqual(changes, ['state', 'entries', 'label']);
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
    const entry = list.entries[699];
    assert.equal(entry?.kind === 'label' && entry.label.labelName, 'Changed');
  });

  it('stops after 200,000 labels, to be called again', async () => {
    const list = listFromMemory(200_500);
    assert.equal(await list.loadAll(), 'ceiling');
    assert.equal(list.count, 200_000);
    assert.ok(list.hasMore);
    assert.equal(await list.loadAll(), 'complete');
    assert.equal(list.count, 200_500);
    assert.equal(list.hasMore, false);
  });

  it('stops once the labels are large together, to be called again', async () => {
    const list = listFromMemory(3000, { note: 'x'.repeat(150_000) });
    const counts: number[] = [];
    for (const end of ['ceiling', 'ceiling', 'complete']) {
      assert.equal(await list.loadAll(), end);
      counts.push(list.count);
    }
    assert.deepEqual(counts, [1400, 2800, 3000]);
  });
});
