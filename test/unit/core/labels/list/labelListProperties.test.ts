import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  changedLabel,
  readLabel,
  type LabelOrUnreadable,
} from '../../../../../src/core/api/label.ts';
import type { LabelPageRequest } from '../../../../../src/core/api/labelEndpoints.ts';
import type { Page } from '../../../../../src/core/api/page.ts';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { LabelList } from '../../../../../src/core/labels/list/labelList.ts';
import type { LabelPageSource } from '../../../../../src/core/labels/list/labelWalk.ts';
import { pageOf, records } from './labelService.ts';

/** What a service may get wrong, all the time. */
interface Faults {
  /** Pages hold no more than this. */
  readonly limit: number;
  readonly saysLimit: boolean;
  readonly saysTotal: boolean;
  readonly saysPages: boolean;
  readonly current: 'asked' | 'fromZero' | 'missing';
  /** So many records of each page come again at the start of the next one. */
  readonly overlap: number;
}

interface Pending {
  readonly request: LabelPageRequest;
  readonly answer: Page<LabelOrUnreadable>;
  readonly settled: PromiseWithResolvers<Page<LabelOrUnreadable>>;
}

/** A service whose answers come when, and in the order that, the test lets them. */
class UnhurriedService implements LabelPageSource {
  readonly #faults: Faults;
  readonly pending: Pending[] = [];
  labels: readonly { id: string; labelName: string }[];

  constructor(count: number, faults: Faults) {
    this.labels = records(1, count);
    this.#faults = faults;
  }

  /** Ids that match the text, in the service's order. */
  matching(q: string | undefined): string[] {
    return this.labels.flatMap(({ id, labelName }) => (labelName.includes(q ?? '') ? [id] : []));
  }

  // Takes no signal: an answer that nobody wants any more comes all the same.
  async page(request: LabelPageRequest): Promise<Page<LabelOrUnreadable>> {
    const settled = Promise.withResolvers<Page<LabelOrUnreadable>>();
    this.pending.push({ request, answer: this.#answer(request), settled });
    return await settled.promise;
  }

  #answer(request: LabelPageRequest): Page<LabelOrUnreadable> {
    const { current, limit, overlap, saysLimit, saysPages, saysTotal } = this.#faults;
    const all = this.labels.filter(({ labelName }) => labelName.includes(request.q ?? ''));
    const page = pageOf(all, request, limit);
    const start = (request.current - 1) * page.size;
    const repeated = page.records.length > 0 ? all.slice(Math.max(0, start - overlap), start) : [];
    const numbers = { asked: page.current, fromZero: page.current - 1, missing: undefined };
    return {
      records: [...repeated, ...page.records].map(readLabel),
      total: saysTotal ? page.total : undefined,
      size: saysLimit ? page.size : undefined,
      current: numbers[current],
      pages: saysPages ? page.pages : undefined,
    };
  }
}

/** Lets everything run that is not waiting for the service. */
async function settle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(resolve);
  await promise;
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('loadMore' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('loadAll' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refresh' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retry' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('filter' as const),
      q: fc.constantFrom(undefined, '1', '2', '9', 'none'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(20),
      fails: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), which: fc.nat(50) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const faults = fc.record({
  limit: fc.integer({ min: 2, max: 30 }),
  saysLimit: fc.boolean(),
  saysTotal: fc.boolean(),
  saysPages: fc.boolean(),
  current: fc.constantFrom('asked', 'fromZero', 'missing' as const),
  overlap: fc.nat(3),
});

function idsOf(list: LabelList): string[] {
  return list.entries.map((entry) => (entry.kind === 'label' ? entry.label.id : '?'));
}

function answerOne(service: UnhurriedService, which: number, fails: boolean): void {
  const [pending] = service.pending.splice(which % Math.max(1, service.pending.length), 1);
  if (fails) {
    pending?.settled.reject(new Error('injected'));
  } else {
    pending?.settled.resolve(pending.answer);
  }
}

/** What must hold at every moment: the entries are a beginning of what matches, in the service's order. */
function assertSound(list: LabelList, service: UnhurriedService): void {
  const ids = idsOf(list);
  const expected = service.matching(list.filter.q);
  assert.deepEqual(ids, expected.slice(0, ids.length));
  if (list.isLoaded && list.state.kind === 'idle' && !list.hasMore) {
    assert.equal(ids.length, expected.length, 'entries are missing at the end');
  }
}

/** Who loads all labels of a list, or tries again; all of them cancel together. */
class Loaders {
  readonly #list: LabelList;
  #cancel = new AbortController();

  constructor(list: LabelList) {
    this.#list = list;
  }

  run(action: (list: LabelList, signal: AbortSignal) => Promise<unknown>): void {
    action(this.#list, this.#cancel.signal).catch((error: unknown) => {
      assert.ok(error instanceof CancelledError);
    });
  }

  cancel(): void {
    this.#cancel.abort();
    this.#cancel = new AbortController();
  }
}

async function take(
  next: Step,
  list: LabelList,
  service: UnhurriedService,
  loaders: Loaders,
): Promise<void> {
  switch (next.kind) {
    case 'loadMore':
      void list.loadMore();
      break;
    case 'loadAll':
      loaders.run(async (each, signal) => await each.loadAll(signal));
      break;
    case 'cancel':
      loaders.cancel();
      break;
    case 'refresh':
      void list.refresh();
      break;
    case 'retry':
      loaders.run(async (each, signal) => await each.retry(signal));
      break;
    case 'filter':
      void list.setFilter(next.q === undefined ? {} : { q: next.q });
      assert.equal(list.filter.q, next.q);
      break;
    case 'answer':
      answerOne(service, next.which, next.fails);
      break;
    case 'rename': {
      const entry = list.entries[next.which % Math.max(1, list.entries.length)];
      if (entry?.kind === 'label') {
        list.update(changedLabel(entry.label, { labelName: `${entry.label.labelName} saved` }));
        service.labels = service.labels.map(({ id, labelName }) => ({
          id,
          labelName: id === entry.label.id ? `${labelName} saved` : labelName,
        }));
      }
      break;
    }
  }
  await settle();
  if (next.kind === 'cancel') {
    assert.ok(!(list.state.kind === 'loading' && list.state.action === 'all'), 'goes on');
  }
}

/** Answers everything and loads on until there is no more. */
async function loadTheRest(
  list: LabelList,
  service: UnhurriedService,
  check: () => void,
): Promise<void> {
  for (let rounds = 0; list.hasMore || list.state.kind === 'loading'; rounds++) {
    assert.ok(rounds < 300, 'loading does not end');
    void list.loadMore();
    await settle();
    while (service.pending.length > 0) {
      answerOne(service, 0, false);
      await settle();
    }
    check();
  }
}

describe('LabelList, whatever happens in whatever order', () => {
  it('shows a beginning of what matches, and all of it in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        faults,
        fc.array(step, { maxLength: 40 }),
        async (count, pageSize, wrong, steps) => {
          const service = new UnhurriedService(count, wrong);
          const list = new LabelList({ source: service, pageSize: () => pageSize });
          const loaders = new Loaders(list);
          void list.loadFirst();
          for (const next of steps) {
            const before = list.count;
            await take(next, list, service, loaders);
            assert.ok(next.kind === 'filter' || list.count >= before, 'loaded entries have gone');
            assertSound(list, service);
          }
          await loadTheRest(list, service, () => assertSound(list, service));
          assert.deepEqual(idsOf(list), service.matching(list.filter.q));
          list.dispose();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('loses no label that stays while others go', async () => {
    const removal = fc.record({ kind: fc.constant('remove' as const), which: fc.nat(100) });
    const honest: Faults = {
      limit: 30,
      saysLimit: true,
      saysTotal: true,
      saysPages: true,
      current: 'asked',
      overlap: 0,
    };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.oneof({ weight: 3, arbitrary: step }, { weight: 1, arbitrary: removal }), {
          maxLength: 40,
        }),
        async (count, pageSize, steps) => {
          const service = new UnhurriedService(count, honest);
          const list = new LabelList({ source: service, pageSize: () => pageSize });
          const loaders = new Loaders(list);
          void list.loadFirst();
          for (const next of steps) {
            if (next.kind === 'remove') {
              service.labels = service.labels.toSpliced(next.which % 70, 1);
            } else {
              await take(next, list, service, loaders);
            }
          }
          await loadTheRest(list, service, () => undefined);
          const ids = idsOf(list);
          assert.equal(new Set(ids).size, ids.length, 'an entry is shown twice');
          const shown = new Set(ids);
          assert.deepEqual(
            service.matching(list.filter.q).filter((id) => !shown.has(id)),
            [],
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
