import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readLabel, type LabelOrUnreadable } from '../../../../../src/core/api/label.ts';
import type { LabelPageRequest } from '../../../../../src/core/api/labelEndpoints.ts';
import type { Page } from '../../../../../src/core/api/page.ts';
import type { LabelPageSource } from '../../../../../src/core/labels/list/labelWalk.ts';
import { SearchAsYouType } from '../../../../../src/core/labels/list/searchAsYouType.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { pageOf, records } from './labelService.ts';

interface Pending extends PromiseWithResolvers<Page<LabelOrUnreadable>> {
  readonly request: LabelPageRequest;
  readonly signal: AbortSignal | undefined;
}

/** A service whose answers come when, and in the order that, the test lets them. */
class UnhurriedService implements LabelPageSource {
  readonly pending: Pending[] = [];
  readonly texts: (string | undefined)[] = [];

  async page(request: LabelPageRequest, signal?: AbortSignal): Promise<Page<LabelOrUnreadable>> {
    const pending = { request, signal, ...Promise.withResolvers<Page<LabelOrUnreadable>>() };
    this.pending.push(pending);
    this.texts.push(request.q);
    return await pending.promise;
  }

  /** Answers one of the requests, whether or not anybody still waits for it. */
  async answer(which: number, fails = false): Promise<void> {
    const [pending] = this.pending.splice(which % Math.max(1, this.pending.length), 1);
    const { request } = pending ?? {};
    if (pending !== undefined && request !== undefined) {
      const all = records(1, 50).map(({ id }) => ({ id, labelName: `${request.q}` }));
      const page = pageOf(all, request);
      if (fails) {
        pending.reject(new Error('injected'));
      } else {
        pending.resolve({ ...page, records: page.records.map(readLabel) });
      }
    }
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    setImmediate(resolve);
    await settled;
  }
}

describe('SearchAsYouType', () => {
  let clock: FakeClock;
  let service: UnhurriedService;
  let search: SearchAsYouType;

  beforeEach(() => {
    clock = new FakeClock();
    service = new UnhurriedService();
    search = new SearchAsYouType({ source: service, clock });
  });

  afterEach(() => search.dispose());

  it('asks once the text has stood for a moment', async () => {
    search.search('f');
    search.search('fo');
    clock.advance(100);
    search.search('for ');
    clock.advance(100);
    assert.deepEqual(service.texts, []);
    assert.ok(search.isBusy);
    clock.advance(100);
    assert.deepEqual(service.texts, ['for']);
    await service.answer(0);
    assert.equal(search.isBusy, false);
    assert.equal(search.results.labels.length, 20);
    assert.equal(search.results.total, 50);
  });

  it('ends the request for a text that has changed, and drops its answer', async () => {
    search.search('first');
    clock.advance(200);
    search.search('second');
    clock.advance(200);
    await service.answer(1);
    assert.equal(service.pending[0]?.signal?.aborted, true);
    await service.answer(0);
    assert.equal(search.results.labels[0]?.labelName, 'second');
  });

  it('loads more below what is there', async () => {
    search.search('x');
    clock.advance(200);
    await service.answer(0);
    search.more();
    search.more();
    await service.answer(0);
    assert.equal(search.results.labels.length, 40);
    assert.equal(service.texts.length, 2);
    assert.ok(search.results.hasMore);
  });

  it('reports a failure, and tries again', async () => {
    search.search('x');
    clock.advance(200);
    await service.answer(0, true);
    assert.match(String(search.results.error), /injected/);
    search.more();
    await service.answer(0);
    assert.equal(search.results.error, undefined);
    assert.equal(search.results.labels.length, 20);
  });

  it('says whether what it shows is of the present text', async () => {
    assert.ok(search.isCurrent);
    search.search('first');
    assert.equal(search.isCurrent, false);
    clock.advance(200);
    await service.answer(0);
    assert.ok(search.isCurrent);
    search.more();
    assert.ok(search.isCurrent);
    search.search('second');
    assert.equal(search.results.labels[0]?.labelName, 'first');
    assert.equal(search.results.text, 'first');
    assert.equal(search.isCurrent, false);
    search.search('');
    assert.ok(search.isCurrent);
  });

  it('does not wait for the text to stand when it is hurried', async () => {
    search.search('x');
    search.hurry();
    assert.deepEqual(service.texts, ['x']);
    search.hurry();
    clock.advance(200);
    await service.answer(0);
    assert.deepEqual(service.texts, ['x']);
    assert.equal(search.results.labels.length, 20);
  });

  it('reports only what can be seen: that it has begun, and what has come of it', async () => {
    let changes = 0;
    search.onDidChange(() => changes++);
    for (const text of ['a', 'ab', 'abc']) {
      search.search(text);
      clock.advance(100);
    }
    assert.equal(changes, 1);
    clock.advance(200);
    assert.equal(changes, 1);
    await service.answer(0);
    assert.equal(changes, 2);
    search.search('abcd');
    assert.equal(changes, 3);
  });

  it('finds nothing for an empty text', async () => {
    search.search('x');
    clock.advance(200);
    await service.answer(0);
    search.search(' ');
    assert.deepEqual(search.results.labels, []);
    clock.advance(200);
    assert.equal(service.texts.length, 1);
  });

  it('shows what belongs to the last text in the end, in whatever order answers come', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('type' as const), text: fc.constantFrom('', 'a', 'b', 'c') }),
      fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.nat(300) }),
      fc.record({ kind: fc.constant('more' as const) }),
      fc.record({ kind: fc.constant('answer' as const), which: fc.nat(5), fails: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        clock = new FakeClock();
        service = new UnhurriedService();
        search = new SearchAsYouType({ source: service, clock });
        for (const next of steps) {
          switch (next.kind) {
            case 'type':
              search.search(next.text);
              break;
            case 'wait':
              clock.advance(next.milliseconds);
              break;
            case 'more':
              search.more();
              break;
            case 'answer':
              await service.answer(next.which, next.fails);
              break;
          }
        }
        clock.advance(300);
        while (service.pending.length > 0) {
          await service.answer(0);
        }
        assert.equal(search.isBusy, false);
        assert.ok(search.isCurrent);
        const names = new Set(search.results.labels.map(({ labelName }) => labelName));
        if (search.results.error === undefined) {
          assert.deepEqual(Array.from(names), search.text === '' ? [] : [search.text]);
        } else {
          assert.ok(search.results.error instanceof Error);
          assert.equal(search.results.error.message, 'injected');
        }
      }),
    );
  });
});
