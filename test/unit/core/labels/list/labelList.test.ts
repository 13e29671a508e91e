import assert from 'node:assert/strict';
import { changedLabel } from '../../../../../src/core/api/label.ts';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { ApiError } from '../../../../../src/core/errors/apiError.ts';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import { LabelList } from '../../../../../src/core/labels/list/labelList.ts';
import { LabelService, pageOf, records } from './labelService.ts';

function names(list: LabelList): (string | undefined)[] {
  return list.entries.map((entry) => (entry.kind === 'label' ? entry.label.labelName : '?'));
}

function namesUpTo(last: number): string[] {
  return records(1, last).map(({ labelName }) => labelName);
}

/** A gate that answers wait at until it is opened. */
class Gate {
  readonly #opened = Promise.withResolvers<void>();
  readonly #reached = Promise.withResolvers<void>();

  async pass(): Promise<void> {
    this.#reached.resolve();
    await this.#opened.promise;
  }

  async reached(): Promise<void> {
    await this.#reached.promise;
  }

  open(): void {
    this.#opened.resolve();
  }
}

describe('LabelList', () => {
  let service: LabelService;
  let list: LabelList;

  beforeEach(async () => {
    const all = records(1, 35);
    service = new LabelService((request) => pageOf(all, request));
    const source = new LabelRepository(await service.start(), systemClock);
    list = new LabelList({ source, pageSize: () => 10 });
  });

  /** Holds all answers back until the gate is opened. */
  function holdBack(): Gate {
    const gate = new Gate();
    const { answer } = service;
    service.answer = async (request) => {
      await gate.pass();
      return answer(request);
    };
    return gate;
  }

  afterEach(() => {
    list.dispose();
    service.close();
  });

  it('fetches nothing until it is asked to', () => {
    assert.deepEqual(list.entries, []);
    assert.equal(list.isLoaded, false);
    assert.deepEqual(list.state, { kind: 'idle' });
    assert.deepEqual(service.requests, []);
  });

  it('loads page after page in the order of the service and knows when there is no more', async () => {
    await list.loadFirst();
    assert.deepEqual([list.entries.length, list.total, list.hasMore], [10, 35, true]);
    const firstNew = await list.loadMore();
    assert.equal(firstNew, list.entries[10]);
    await list.loadMore();
    await list.loadMore();
    assert.deepEqual(names(list), namesUpTo(35));
    assert.equal(list.hasMore, false);
    assert.equal(await list.loadMore(), undefined);
    assert.deepEqual(service.pagesAskedFor, ['1/10', '2/10', '3/10', '4/10']);
  });

  it('asks for a page once, however many wait for it', async () => {
    let gate = holdBack();
    const first = list.loadFirst();
    await gate.reached();
    const joined = [list.loadMore(), list.loadFirst(), list.refresh()];
    gate.open();
    await Promise.all([first, ...joined]);
    gate = holdBack();
    const more = list.loadMore();
    await gate.reached();
    const again = list.loadMore();
    gate.open();
    assert.equal(await again, await more);
    assert.deepEqual(service.pagesAskedFor, ['1/10', '2/10']);
  });

  it('lets a refresh take the place of a load, whose answer it drops', async () => {
    await list.loadFirst();
    const gate = holdBack();
    const more = list.loadMore();
    await gate.reached();
    const refreshing = list.refresh();
    assert.deepEqual(list.state, { kind: 'loading', action: 'refresh' });
    gate.open();
    await refreshing;
    assert.equal(await more, undefined);
    assert.deepEqual(names(list), namesUpTo(10));
    assert.deepEqual(service.pagesAskedFor, ['1/10', '2/10', '1/10']);
  });

  it('does not ask for the first page again', async () => {
    await list.loadFirst();
    await list.loadFirst();
    assert.deepEqual(service.pagesAskedFor, ['1/10']);
  });

  it('says what it is doing', async () => {
    const states: string[] = [];
    list.onDidChange(() => states.push(list.state.kind));
    const loading = list.loadFirst();
    assert.deepEqual(list.state, { kind: 'loading', action: 'first' });
    await loading;
    assert.deepEqual(states, ['loading', 'idle']);
  });

  it('keeps its labels when a page fails, and tries that page again', async () => {
    await list.loadFirst();
    const { answer } = service;
    service.answer = () => {
      throw new Error('out of order');
    };
    await list.loadMore();
    assert.equal(list.state.kind, 'failed');
    assert.ok(list.state.error instanceof ApiError);
    assert.equal(list.state.action, 'more');
    assert.deepEqual(names(list), namesUpTo(10));
    service.answer = answer;
    await list.retry();
    assert.deepEqual(list.state, { kind: 'idle' });
    assert.deepEqual(names(list), namesUpTo(20));
  });

  it('keeps its labels when a refresh fails, and refreshes again on retry', async () => {
    await list.loadFirst();
    await list.loadMore();
    const { answer } = service;
    service.answer = (request) => {
      if (request.current === 2) {
        throw new Error('out of order');
      }
      return answer(request);
    };
    await list.refresh();
    assert.ok(list.state.kind === 'failed' && list.state.action === 'refresh');
    assert.deepEqual(names(list), namesUpTo(20));
    service.answer = answer;
    await list.retry();
    assert.deepEqual(list.state, { kind: 'idle' });
    assert.deepEqual(names(list), namesUpTo(20));
  });

  it('keeps the loaded depth when it is refreshed, and shows the old labels meanwhile', async () => {
    await list.loadFirst();
    await list.loadMore();
    const renamed = records(1, 35).map(({ id }) => ({ id, labelName: 'New' }));
    service.answer = (request) => pageOf(renamed, request);
    const refreshing = list.refresh();
    assert.deepEqual(names(list), namesUpTo(20));
    await refreshing;
    assert.deepEqual(names(list), Array<string>(20).fill('New'));
    assert.equal(list.hasMore, true);
  });

  it('sends the filter, and starts anew with another one', async () => {
    await list.loadFirst();
    await list.setFilter({ q: 'a b', labelStatus: 0 });
    const last = service.requests.at(-1);
    assert.equal(last?.query.get('q'), 'a b');
    assert.equal(last?.query.get('labelStatus'), '0');
    assert.equal(last?.query.has('labelName'), false);
    assert.equal(list.entries.length, 10);
    const asked = service.requests.length;
    await list.setFilter({ labelStatus: 0, q: 'a b' });
    assert.equal(service.requests.length, asked);
  });

  it('drops the answer for a filter that is no longer wanted', async () => {
    const gate = new Gate();
    service.answer = async (request) => {
      if (request.query.get('q') === 'old') {
        await gate.pass();
      }
      return pageOf([{ id: request.query.get('q') }], request);
    };
    const old = list.setFilter({ q: 'old' });
    await gate.reached();
    const replacing = list.setFilter({ q: 'new' });
    await replacing;
    gate.open();
    await old;
    assert.deepEqual(
      list.entries.map((entry) => entry.kind === 'label' && entry.label.id),
      ['new'],
    );
  });

  it('has its filter and its labels of before again where a new filter is cancelled', async () => {
    await list.loadFirst();
    const before = names(list);
    const gate = holdBack();
    const cancel = new AbortController();
    const asked = service.requests.length;
    const setting = list.setFilter({ q: 'other' }, cancel.signal);
    await gate.reached();
    cancel.abort();
    await assert.rejects(setting, CancelledError);
    gate.open();
    assert.deepEqual(list.filter, {});
    assert.deepEqual(names(list), before);
    assert.deepEqual([list.isLoaded, list.hasMore], [true, true]);
    await list.loadMore();
    assert.deepEqual(names(list), namesUpTo(20));
    // Nothing was read again.
    assert.equal(service.requests.length, asked + 2);
  });

  it('gives a label its new content in place, even while an older answer is on its way', async () => {
    await list.loadFirst();
    const gate = holdBack();
    const refreshing = list.refresh();
    await gate.reached();
    const entry = list.entries[4];
    assert.ok(entry?.kind === 'label');
    list.update(changedLabel(entry.label, { labelName: 'Saved' }));
    assert.equal(names(list)[4], 'Saved');
    gate.open();
    await refreshing;
    assert.equal(names(list)[4], 'Saved');
    assert.equal(list.entries.length, 10);
  });

  it('ends the wait of a caller that gives up, and the load when nobody waits for it', async () => {
    const gate = holdBack();
    const one = new AbortController();
    const other = new AbortController();
    const waits = [list.loadFirst(one.signal), list.loadFirst(other.signal)];
    await gate.reached();
    one.abort();
    await assert.rejects(async () => await waits[0], CancelledError);
    assert.equal(list.state.kind, 'loading');
    const settled = Promise.withResolvers<void>();
    list.onDidChange(() => settled.resolve());
    other.abort();
    await assert.rejects(async () => await waits[1], CancelledError);
    await settled.promise;
    assert.deepEqual(list.state, { kind: 'idle' });
    assert.equal(list.isLoaded, false);
    gate.open();
    await list.loadFirst();
    assert.equal(list.entries.length, 10);
  });
});
