import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import { systemClock, type Clock } from '../../../../../../src/core/async/clock.ts';
import { ConfigurationError } from '../../../../../../src/core/errors/configurationError.ts';
import { NetworkError } from '../../../../../../src/core/errors/networkError.ts';
import { SessionExpiredError } from '../../../../../../src/core/errors/sessionExpiredError.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { openActions } from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import type { PartialSandboxOptions } from '../../../../../../src/sandbox/options.ts';
import { ChangeWorld, tenant } from './changeWorld.ts';

/** A world in which the status of the first labels is to become 77. */
async function withStatusRun(
  options: PartialSandboxOptions,
  work: (world: ChangeWorld, run: JournaledRun, ids: readonly LabelId[]) => Promise<void>,
  count = 8,
  clock?: Clock,
): Promise<void> {
  const workInWorld = async (world: ChangeWorld): Promise<void> => {
    const ids = world.ids(count);
    const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
    await work(world, run, ids);
  };
  await ChangeWorld.with(options, workInWorld, clock);
}

/** A world whose service normalizes names, in which the first labels are to get one that is not normalized. */
async function withImportOfNames(
  work: (world: ChangeWorld, run: JournaledRun, ids: readonly LabelId[]) => Promise<void>,
): Promise<void> {
  await ChangeWorld.with({ normalizeNames: true }, async (world) => {
    const ids = world.ids(3);
    const run = await world.beginWith('import', ids, { labelName: ' Cafe\u0301  crew ' });
    await work(world, run, ids);
  });
}

/** The outcomes of the labels. */
function kindsOf({ record }: JournaledRun, ids: readonly LabelId[]): string[] {
  return ids.map((id) => record.outcomeOf(id).kind);
}

/** How many pages the service was asked for. */
function pagesRead({ sandbox }: ChangeWorld): number {
  return sandbox.control.requests()['GET /api/v2/label/list'] ?? 0;
}

describe('ChangeRun', () => {
  it('changes what is still as planned, and leaves alone what somebody else has changed', async () => {
    await withStatusRun({}, async (world, run, ids) => {
      const [first = '', second = ''] = ids;
      world.sandbox.control.updateLabel(tenant, first, { labelStatus: 5 });
      world.sandbox.control.updateLabel(tenant, second, { labelStatus: 77 });
      await world.carryOut(run, ids);
      assert.deepEqual(kindsOf(run, ids), [
        'conflict',
        'alreadySo',
        ...Array.from({ length: 6 }, () => 'done'),
      ]);
      const [conflicting] = ids;
      assert.ok(conflicting);
      const outcome = run.record.outcomeOf(conflicting);
      assert.ok(outcome.kind === 'conflict');
      assert.deepEqual(
        outcome.conflicts.map(({ current, wanted }) => [current, wanted]),
        [[5, 77]],
      );
      assert.equal(world.values(conflicting).labelStatus, 5);
      const again = await world.reopen(run.record.header.id);
      await world.carryOut(again, [conflicting], { overwrites: true });
      assert.deepEqual(kindsOf(again, ids).slice(0, 1), ['done']);
      assert.equal(world.values(conflicting).labelStatus, 77);
    });
  });

  for (const status of [502, 504, 500, 403, 413]) {
    for (const body of ['spring', 'envelope', 'html'] as const) {
      if (status < 500 && body === 'envelope') {
        // The service's own word.
        continue;
      }
      it(`finds out what has arrived when a gateway answers ${status} (${body})`, async () => {
        const gateway = [{ endpoint: 'update', when: 'after', status, body, times: 3 } as const];
        await withStatusRun({}, async (world, run, ids) => {
          world.sandbox.control.setOption({ gateway });
          await world.carryOut(run, ids);
          assert.deepEqual(new Set(kindsOf(run, ids)), new Set(['done']));
          assert.ok(ids.every((id) => world.ours(id).length === 1));
        });
      });
    }
  }

  it('waits for a list that lags before it calls anything not kept', async () => {
    await withStatusRun({ listLag: 15 }, async (world, run, ids) => {
      const [, ignored = ''] = ids;
      world.sandbox.control.setOption({ ignoreUpdateIds: [ignored] });
      await world.carryOut(run, ids);
      assert.deepEqual(
        kindsOf(run, ids),
        ids.map((id) => (id === ignored ? 'notKept' : 'done')),
      );
    });
  });

  it('counts what the service has made of a text as ours, and takes it back', async () => {
    await withImportOfNames(async (world, run, ids) => {
      const before = ids.map((id) => world.values(id));
      await world.carryOut(run, ids);
      assert.deepEqual(kindsOf(run, ids), ['done', 'done', 'done']);
      const undo = await world.begin({
        origin: 'undo',
        changes: new RecordedChain(run.record).remaining('undo'),
      });
      await world.carryOut(undo, ids);
      assert.deepEqual(kindsOf(undo, ids), ['done', 'done', 'done']);
      assert.deepEqual(
        ids.map((id) => world.values(id)),
        before,
      );
    });
  });

  it('takes what the service has made of a text that was under way for ours when it goes on', async () => {
    await withImportOfNames(async (world, run, ids) => {
      const before = ids.map((id) => world.values(id));
      const ending = new AbortController();
      world.moments.onSend = () => ending.abort();
      await world.carryOut(run, ids, { signal: ending.signal });
      await world.quiet();
      world.moments.onSend = undefined;
      assert.ok(kindsOf(run, ids).includes('uncertain'));
      const again = await world.reopen(run.record.header.id);
      await world.carryOut(again, again.record.labelsOf('resume'));
      assert.deepEqual(kindsOf(again, ids), ['done', 'done', 'done']);
      assert.ok(ids.every((id) => world.ours(id).length === 1));
      const undo = await world.begin({
        origin: 'undo',
        changes: new RecordedChain(again.record).remaining('undo'),
      });
      await world.carryOut(undo, ids);
      assert.deepEqual(
        ids.map((id) => world.values(id)),
        before,
      );
    });
  });

  it('stops after five failures of the same kind in a row, and goes on when asked to', async () => {
    await withStatusRun(
      {},
      async (world, run, ids) => {
        world.sandbox.control.setOption({
          gateway: [{ endpoint: 'update', when: 'before', status: 403, body: 'envelope' }],
        });
        await world.carryOut(run, ids);
        const { done, failed, notSent, uncertain } = run.record.counts;
        assert.equal(done, 0);
        assert.ok(failed >= 5, `failed: ${failed}`);
        assert.ok(notSent > 20, `not sent: ${notSent}`);
        assert.equal(failed + notSent + uncertain, ids.length);
        // An undo could be offered only for what was under way as it stopped.
        const isRefused = (id: LabelId): boolean => {
          const outcome = run.record.outcomeOf(id);
          return outcome.kind === 'failed' && outcome.reason.startsWith('The service refused');
        };
        const refused = ids.filter(isRefused);
        assert.ok(refused.length >= 5);
        assert.ok(refused.every((id) => !run.record.sent.has(id)));
        world.sandbox.control.setOption({ gateway: [] });
        const again = await world.reopen(run.record.header.id);
        await world.carryOut(again, again.record.labelsOf(...openActions));
        assert.equal(again.record.counts.done, ids.length);
      },
      40,
    );
  });

  it('keeps what the person has to do before it can go on', async () => {
    await withStatusRun({}, async (world, run, ids) => {
      const { account, target } = world;
      const app = { baseUrl: account.baseUrl, clientId: 'app' };
      const failures = [
        [new SessionExpiredError(account.id), { kind: 'signIn' }],
        [new ConfigurationError('', 'setClientSecret', { app }), { kind: 'setClientSecret', app }],
        [new NetworkError('host', { kind: 'unreachable', systemCode: undefined }), undefined],
      ] as const;
      let taken = run;
      for (const [failure, remedy] of failures) {
        const sendChanges = async () => await Promise.reject(failure);
        Object.defineProperty(world, 'target', {
          value: { ...target, sendChanges },
          configurable: true,
        });
        await world.carryOut(taken, ids);
        assert.equal(taken.record.counts.done, 0);
        const [kept] = await world.journal.runs();
        assert.deepEqual(kept?.remedy(), remedy);
        taken = await world.reopen(run.record.header.id);
      }
    });
  });

  it('has not sent the labels that the end of the session kept back, and fails none of them', async () => {
    await withStatusRun({}, async (world, run, ids) => {
      const { account, target } = world;
      const [first = assert.fail()] = ids;
      const arrived = Promise.withResolvers<void>();
      const sendChanges: typeof target.sendChanges = async (id, ...sending) => {
        if (id !== first) {
          await arrived.promise;
          throw new SessionExpiredError(account.id);
        }
        await target.sendChanges(id, ...sending);
        setImmediate(arrived.resolve);
      };
      Object.defineProperty(world, 'target', { value: { ...target, sendChanges } });
      await world.carryOut(run, ids);
      const { done, notSent } = run.record.counts;
      assert.deepEqual([done, notSent], [1, ids.length - 1]);
      assert.equal(run.record.isOpen('retry'), false);
    });
  });

  it('keeps what it knows of labels that the end of the session kept back, and what has to be done', async () => {
    await withStatusRun({}, async (world, run, ids) => {
      const { account, sandbox, target } = world;
      const [refused = assert.fail()] = ids;
      sandbox.control.setOption({ failUpdateIds: [refused] });
      await world.carryOut(run, ids);
      const before = run.record.outcomeOf(refused);
      assert.equal(before.kind, 'failed');
      const ended = async () => await Promise.reject(new SessionExpiredError(account.id));
      for (const fault of [{ sendChanges: ended }, { page: ended }]) {
        Object.defineProperty(world, 'target', {
          value: { ...target, ...fault },
          configurable: true,
        });
        const again = await world.reopen(run.record.header.id);
        await world.carryOut(again, [refused]);
        assert.deepEqual(again.record.outcomeOf(refused), {
          ...before,
          remedy: { kind: 'signIn' },
        });
      }
    });
  });

  it('says that a label is gone only when it was asked for by code and all pages were seen', async () => {
    await withStatusRun({}, async (world, run, ids) => {
      const [first] = ids;
      assert.ok(first);
      const { target } = world;
      const hiding =
        (isWhole: boolean) =>
        async (...page: Parameters<typeof target.page>) => {
          const { records, ...counts } = await target.page(...page);
          const kept = records.filter(
            (record) => record.kind !== 'label' || record.label.id !== first,
          );
          const hidden = records.length - kept.length;
          const total =
            counts.total === undefined ? undefined : counts.total - (isWhole ? hidden : 0);
          return { ...counts, records: kept, total };
        };
      Object.defineProperty(world, 'target', {
        value: { ...target, page: hiding(false) },
        configurable: true,
      });
      await world.carryOut(run, ids);
      const unknown = run.record.outcomeOf(first);
      assert.ok(unknown.kind === 'failed');
      assert.match(unknown.reason, /its list is incomplete/);
      Object.defineProperty(world, 'target', { value: { ...target, page: hiding(true) } });
      const again = await world.reopen(run.record.header.id);
      await world.carryOut(again, [first]);
      const gone = again.record.outcomeOf(first);
      assert.ok(gone.kind === 'failed');
      assert.match(gone.reason, /no longer has this label/);
    });
  });

  for (const [pages, phase, outcome] of [
    [1, 'reads', 'notSent'],
    [2, 'settles', 'done'],
  ] as const) {
    const cancelLate = async (
      world: ChangeWorld,
      run: JournaledRun,
      ids: readonly LabelId[],
    ): Promise<void> => {
      const cancel = new AbortController();
      const { target } = world;
      let asked = 0;
      const page = async (...request: Parameters<typeof target.page>) => {
        asked++;
        if (asked < pages) {
          return await target.page(...request);
        }
        setImmediate(() => cancel.abort());
        return await new Promise<never>(() => undefined);
      };
      Object.defineProperty(world, 'target', { value: { ...target, page } });
      await world.carryOut(run, ids, { signal: cancel.signal });
      assert.equal(asked, pages);
      assert.equal(run.record.counts[outcome], ids.length);
    };
    it(`ends when it is cancelled while it ${phase}, whether or not an answer comes`, async () => {
      // Nothing else ends it in the time of a test.
      await withStatusRun({}, cancelLate, 8, systemClock);
    });
  }

  it('ends within 100 ms of a cancel, and neither sends nor reads anything after it', async () => {
    await withStatusRun(
      { latency: 1000 },
      async (world, run, ids) => {
        const cancel = new AbortController();
        const { promise: sending, resolve } = Promise.withResolvers<void>();
        world.moments.onSend = () => resolve();
        const running = world.carryOut(run, ids, { signal: cancel.signal });
        await sending;
        const pages = pagesRead(world);
        const cancelled = performance.now();
        cancel.abort();
        await running;
        const time = performance.now() - cancelled;
        assert.ok(world.isUnderWay, 'it has waited for what was under way');
        // In the soak test: a time means nothing on whatever machine there is.
        assert.ok(process.env['CHANGES'] === undefined || time < 100, `it took ${time} ms`);
        await world.quiet();
        const counts = run.record.counts;
        assert.ok(counts.uncertain >= 1 && counts.uncertain <= 6);
        assert.equal(counts.uncertain + counts.notSent, ids.length);
        assert.equal(pagesRead(world), pages);
        // Some had arrived: an undo takes them back.
        const undo = await world.begin({
          origin: 'undo',
          changes: new RecordedChain(run.record).remaining('undo'),
        });
        world.sandbox.control.setOption({ latency: 0 });
        await world.carryOut(undo, Array.from(undo.record.changes.keys()));
        assert.equal(undo.record.counts.done, counts.uncertain);
        assert.ok(ids.every((id) => world.values(id).labelStatus !== 77));
      },
      30,
    );
  });
});
