import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import { type RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import { ChangeWorld, tenant } from './changeWorld.ts';
import { recover } from './interruptedRun.ts';

/** The outcomes of the labels. */
function kindsOf(record: RunRecord, ids: readonly LabelId[]): string[] {
  return ids.map((id) => record.outcomeOf(id).kind);
}

/** Somebody else gives labels a status. */
function changeElsewhere(world: ChangeWorld, ids: readonly LabelId[], labelStatus: number): void {
  ids.forEach((id) => world.sandbox.control.updateLabel(tenant, id, { labelStatus }));
}

/** Carries out a run whose answers are lost, and kills its window before it has read what has arrived. */
async function killBeforeReading(
  world: ChangeWorld,
  run: JournaledRun,
  ids: readonly LabelId[],
): Promise<void> {
  world.sandbox.control.setOption({ gateway: [{ endpoint: 'update', when: 'after' }] });
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  world.moments.onSend = () => {
    world.moments.onPage = () => {
      world.kill();
      resolve();
    };
  };
  const running = world.carryOut(run, ids);
  await Promise.race([running, killed]);
  await world.quiet();
  world.sandbox.control.setOption({ gateway: [] });
  Object.assign(world.moments, { onPage: undefined, onSend: undefined });
}

/** A run that gives a label a name and a status, with a name that has arrived and a status of somebody else's. */
async function withNameBesideConflict(
  work: (world: ChangeWorld, run: JournaledRun, ids: readonly LabelId[]) => Promise<void>,
): Promise<void> {
  await ChangeWorld.with({}, async (world) => {
    const ids = world.ids(1);
    const run = await world.beginWith('import', ids, { labelName: 'Ours', labelStatus: 77 });
    changeElsewhere(world, ids, 5);
    await work(world, run, ids);
  });
}

/** Carries out labels of a run that is cancelled before the first of them leaves. */
async function cancelBeforeSending(
  world: ChangeWorld,
  { record }: JournaledRun,
  ids: readonly LabelId[],
  overwrites = false,
): Promise<RunRecord> {
  const cancel = new AbortController();
  const { repository } = world;
  const send = repository.sendChanges.bind(repository);
  repository.sendChanges = async (...sending) => {
    cancel.abort();
    await send(...sending);
  };
  const run = await world.reopen(record.header.id);
  await world.carryOut(run, ids, { signal: cancel.signal, overwrites });
  repository.sendChanges = send;
  assert.ok(cancel.signal.aborted);
  return run.record;
}

describe('What a run says has come of what it has sent', () => {
  for (const [what, faultsFor, kind] of [
    ['is lost', () => ({ gateway: [{ endpoint: 'update' as const, status: 502 }] }), 'failed'],
    ['has no effect', (ids: readonly LabelId[]) => ({ ignoreUpdateIds: [...ids] }), 'notKept'],
  ] as const) {
    it(`does not take the old spaces of a name for the new ones where the update ${what}`, async () => {
      await ChangeWorld.with({}, async (world) => {
        const ids = world.ids(1);
        const { control } = world.sandbox;
        ids.forEach((id) => control.updateLabel(tenant, id, { labelName: 'Night  shift' }));
        const labelName = 'Night shift';
        const run = await world.beginWith('replace', ids, { labelName });
        control.setOption(faultsFor(ids));
        await world.carryOut(run, ids);
        assert.deepEqual(kindsOf(run.record, ids), [kind]);
        control.setOption({ gateway: [], ignoreUpdateIds: [] });
        const again = await world.reopen(run.record.header.id);
        await world.carryOut(again, ids);
        assert.deepEqual(kindsOf(again.record, ids), ['done']);
        assert.ok(ids.every((id) => world.values(id).labelName === labelName));
      });
    });
  }

  it('is still a conflict where another field has arrived and the window was killed', async () => {
    await withNameBesideConflict(async (world, run, ids) => {
      await killBeforeReading(world, run, ids);
      const record = await recover(world, run.record, (found) =>
        assert.deepEqual(kindsOf(found, ids), ['uncertain']),
      );
      const [outcome] = ids.map((id) => record.outcomeOf(id));
      assert.ok(outcome?.kind === 'conflict');
      assert.deepEqual(
        outcome.conflicts.map(({ current, field }) => [field, current]),
        [['labelStatus', 5]],
      );
    });
  });

  it('is not all sent where the other field is as it was planned again', async () => {
    await withNameBesideConflict(async (world, run, ids) => {
      const [before] = Array.from(run.record.changes.values(), ({ fields }) => fields[1]?.before);
      assert.ok(typeof before === 'number');
      await killBeforeReading(world, run, ids);
      changeElsewhere(world, ids, before);
      const record = await recover(world, run.record, () => undefined);
      assert.deepEqual(kindsOf(record, ids), ['notSent']);
      const again = await world.reopen(record.header.id);
      await world.carryOut(again, again.record.labelsOf('resume'));
      assert.deepEqual(kindsOf(again.record, ids), ['done']);
      assert.ok(ids.every((id) => world.values(id).labelStatus === 77));
    });
  });

  it('is that a field cannot be emptied again, also where the window of the undo was killed', async () => {
    await ChangeWorld.with({ oddLabels: true }, async (world) => {
      const ids = world.ids(20).filter((id) => world.values(id).labelName === undefined);
      const run = await world.beginWith('import', ids, { labelName: 'Ours', labelStatus: 77 });
      await world.carryOut(run, ids);
      const undo = await world.begin({
        origin: 'undo',
        changes: new RecordedChain(run.record).remaining('undo'),
      });
      await killBeforeReading(world, undo, ids);
      const record = await recover(world, undo.record, () => undefined);
      assert.deepEqual(new Set(kindsOf(record, ids)), new Set(['failed']));
    });
  });

  it('stays uncertain when the run is cancelled before anything is sent again', async () => {
    await ChangeWorld.with({}, async (world) => {
      const ids = world.ids(1);
      const cancel = new AbortController();
      const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
      // Lists do not show yet what has arrived.
      world.sandbox.control.setOption({ listLagReads: 40 });
      world.moments.onSend = () => cancel.abort();
      await world.carryOut(run, ids, { signal: cancel.signal });
      await world.quiet();
      Object.assign(world.moments, { onSend: undefined });
      assert.deepEqual(kindsOf(run.record, ids), ['uncertain']);
      const record = await cancelBeforeSending(world, run, ids);
      assert.deepEqual(kindsOf(record, ids), ['uncertain']);
      assert.equal(record.sent.size, ids.length);
    });
  });

  it('stays a conflict when the run is cancelled before it is sent over', async () => {
    await withNameBesideConflict(async (world, run, ids) => {
      const cancel = new AbortController();
      world.moments.onSend = () => {
        world.moments.onPage = () => cancel.abort();
      };
      await world.carryOut(run, ids, { signal: cancel.signal });
      assert.deepEqual([kindsOf(run.record, ids), run.record.unread.size], [['conflict'], 1]);
      Object.assign(world.moments, { onPage: undefined, onSend: undefined });
      const record = await cancelBeforeSending(world, run, ids, true);
      assert.deepEqual([kindsOf(record, ids), record.unread.size], [['conflict'], 1]);
    });
  });
});
