import assert from 'node:assert/strict';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import { LabelList } from '../../../../../src/core/labels/list/labelList.ts';
import { LabelService, pageOf, records, type ListAnswer } from './labelService.ts';

/** Ids of the entries; an unreadable record stands as `?`. */
function ids(list: LabelList): string[] {
  return list.entries.map((entry) => (entry.kind === 'label' ? entry.label.id : '?'));
}

function idsUpTo(last: number): string[] {
  return records(1, last).map(({ id }) => id);
}

/** Loads more until there is no more; fails the test if that takes more than 100 loads. */
async function loadAll(list: LabelList): Promise<void> {
  await list.loadFirst();
  for (let loads = 0; list.hasMore && list.state.kind === 'idle'; loads++) {
    assert.ok(loads < 100, 'loading more does not end');
    await list.loadMore();
  }
}

describe('LabelList with a service that misbehaves', () => {
  let service: LabelService;

  async function listFrom(answer: ListAnswer, pageSize: number): Promise<LabelList> {
    service = new LabelService(answer);
    const source = new LabelRepository(await service.start(), systemClock);
    return new LabelList({ source, pageSize: () => pageSize });
  }

  afterEach(() => service.close());

  it('goes on with the page size that the service really uses', async () => {
    const all = records(1, 120);
    const list = await listFrom((request) => pageOf(all, request, 50), 100);
    await list.loadFirst();
    assert.equal(list.total, 120);
    assert.deepEqual(ids(list), idsUpTo(50));
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(120));
    assert.deepEqual(service.pagesAskedFor, ['1/100', '2/50', '3/50']);
  });

  it('finds a page limit that the service keeps to itself', async () => {
    const all = records(1, 120);
    const list = await listFrom(
      (request) => ({ ...pageOf(all, request, 50), size: request.size }),
      100,
    );
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(120));
  });

  it('finds a page limit without any counts', async () => {
    const all = records(1, 120);
    const list = await listFrom((request) => ({ records: pageOf(all, request, 50).records }), 100);
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(120));
    assert.equal(list.total, undefined);
  });

  it('finds out at once that a short list without counts is complete', async () => {
    const all = records(1, 3);
    const list = await listFrom((request) => ({ records: pageOf(all, request).records }), 100);
    await list.loadFirst();
    assert.deepEqual(ids(list), idsUpTo(3));
    assert.equal(list.hasMore, false);
  });

  it('copes with pages that have a size of their own, greater than asked for', async () => {
    const all = records(1, 95);
    const list = await listFrom(({ current }) => {
      const { records: page, total } = pageOf(all, { current, size: 20 });
      return { records: page, total };
    }, 10);
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(95));
    assert.equal(service.requests.length, 5);
  });

  it('does not believe a greater page size that the page does not show', async () => {
    const all = records(1, 35);
    const list = await listFrom((request) => ({ ...pageOf(all, request), size: 1_000_000 }), 10);
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(35));
  });

  it('copes with a page limit that changes on the way, in both directions', async () => {
    const all = records(1, 300);
    for (const limits of [
      [100, 30],
      [30, 100],
    ]) {
      const list = await listFrom((request) => {
        const [first = 0, later = 0] = limits;
        const limit = service.requests.length <= 1 ? first : later;
        return pageOf(all, { ...request, size: limit });
      }, 100);
      await loadAll(list);
      assert.deepEqual(ids(list).sort(), idsUpTo(300).sort());
      service.close();
    }
  });

  it('knows how many labels the service counts and has not listed, once there are no more', async () => {
    const all = records(1, 25);
    const list = await listFrom((request) => ({ ...pageOf(all, request), total: 28 }), 10);
    await list.loadFirst();
    assert.deepEqual([list.hasMore, list.missing], [true, 0]);
    await loadAll(list);
    assert.deepEqual([list.count, list.total, list.missing], [25, 28, 3]);
    await list.refresh();
    assert.equal(list.missing, 3);
  });

  it('takes pages that are shorter than the counts say', async () => {
    const all = records(1, 95);
    const list = await listFrom((request) => {
      const page = pageOf(all, request);
      return { ...page, records: page.records.filter((_, index) => index % 10 !== 3) };
    }, 20);
    await loadAll(list);
    const hidden = ids(list).length;
    assert.ok(hidden >= 85, `only ${hidden} of the entries that the pages hold`);
    assert.equal(list.hasMore, false);
  });

  it('shows a record that comes on two pages once, in its first place, with its newest content', async () => {
    const list = await listFrom(
      ({ current }) =>
        current === 1
          ? { records: records(1, 3), total: 5, size: 3, current, pages: 2 }
          : {
              records: [{ id: '3', labelName: 'Newer' }, ...records(4, 5)],
              total: 5,
              size: 3,
              current,
              pages: 2,
            },
      3,
    );
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(5));
    const third = list.entries[2];
    assert.equal(third?.kind === 'label' && third.label.labelName, 'Newer');
  });

  it('goes past an empty page in the middle within one load', async () => {
    const all = records(1, 30);
    const list = await listFrom((request) => {
      const page = pageOf(all, request);
      return request.current === 2 ? { ...page, records: [] } : page;
    }, 10);
    await list.loadFirst();
    const firstNew = await list.loadMore();
    assert.equal(firstNew?.kind === 'label' && firstNew.label.id, '21');
    assert.deepEqual(ids(list), [...idsUpTo(10), ...records(21, 30).map(({ id }) => id)]);
    assert.equal(list.hasMore, false);
  });

  it('asks once more for a page that comes with another number', async () => {
    const all = records(1, 30);
    let slips = 1;
    const list = await listFrom((request) => {
      const slipped = request.current === 2 && slips-- > 0;
      return pageOf(all, slipped ? { ...request, current: 3 } : request);
    }, 10);
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(30));
    assert.deepEqual(service.pagesAskedFor, ['1/10', '2/10', '2/10', '3/10']);
  });

  it('takes the pages of a service that counts them from 0 in its answers', async () => {
    const all = records(1, 30);
    const list = await listFrom((request) => {
      const page = pageOf(all, request);
      return { ...page, current: page.current - 1 };
    }, 10);
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(30));
    assert.deepEqual(service.pagesAskedFor, ['1/10', '1/10', '2/10', '3/10']);
  });

  it('ends with a service that always gives the first page', async () => {
    const all = records(1, 200);
    const list = await listFrom((request) => pageOf(all, { ...request, current: 1 }), 10);
    await list.loadFirst();
    await list.loadMore();
    assert.deepEqual(ids(list), idsUpTo(10));
    assert.equal(list.state.kind, 'failed');
    assert.ok(service.requests.length < 20);
  });

  it('does not take for all what the service has brought so far', async () => {
    const all = records(1, 30);
    const list = await listFrom((request) => {
      const page = pageOf(all, request);
      return { ...page, total: Math.min(all.length, request.current * request.size) };
    }, 10);
    await list.loadFirst();
    assert.deepEqual([list.count, list.hasMore, list.total], [10, true, undefined]);
    await list.loadMore();
    await list.loadMore();
    assert.deepEqual([list.count, list.hasMore, list.total], [30, false, 30]);
  });

  it('does not believe counts that the records contradict', async () => {
    const all = records(1, 25);
    const list = await listFrom((request) => ({ ...pageOf(all, request), total: 0, pages: 0 }), 10);
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(25));
    assert.equal(list.total, undefined);
  });

  it('loses no label when labels in front of the next page go', async () => {
    let all = records(1, 40);
    const list = await listFrom((request) => pageOf(all, request), 10);
    await list.loadFirst();
    all = all.filter(({ id }) => id !== '2' && id !== '5');
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(40));
  });

  it('goes back as far as it takes when many labels have gone, wherever they were', async () => {
    let all = records(1, 600);
    const list = await listFrom((request) => pageOf(all, request), 10);
    await list.loadFirst();
    while (list.entries.length < 200) {
      await list.loadMore();
    }
    all = all.slice(0, 350);
    await list.loadMore();
    assert.equal(list.state.kind, 'idle');
    all = all.slice(50);
    await loadAll(list);
    assert.equal(list.state.kind, 'idle');
    assert.deepEqual(ids(list), idsUpTo(350));
  });

  it('shows labels that were pushed to the next page once when new ones appear', async () => {
    let all = records(1, 40);
    const list = await listFrom((request) => pageOf(all, request), 10);
    await list.loadFirst();
    all = [...records(101, 103), ...all];
    await loadAll(list);
    assert.deepEqual(ids(list), idsUpTo(40));
    assert.equal(list.hasMore, false);
    await list.refresh();
    assert.deepEqual(ids(list), ['101', '102', '103', ...idsUpTo(37)]);
  });

  it('keeps unreadable records as entries, each of them', async () => {
    const all = [
      null,
      { id: '1' },
      null,
      { id: 7.5, labelName: 'x' },
      { labelName: 'no id' },
      { id: '2' },
    ];
    const list = await listFrom((request) => pageOf(all, request), 3);
    await loadAll(list);
    assert.deepEqual(ids(list), ['?', '1', '?', '?', '?', '2']);
  });
});
