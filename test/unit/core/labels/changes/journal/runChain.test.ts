import assert from 'node:assert/strict';
import { isLabelId, type LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { Clock } from '../../../../../../src/core/async/clock.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { openActions } from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import type { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import {
  lastToRedo,
  lastToUndo,
} from '../../../../../../src/core/labels/changes/journal/runChainSummary.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import type { UndoRedoDirection } from '../../../../../../src/core/labels/undoRedoDirection.ts';
import { wantedOf } from '../../../../../support/planning.ts';
import { ChangeWorld, fastClock, tenant } from '../run/changeWorld.ts';

/** A world in which some of the labels of a run have been sent, and some not. */
async function withHalfRun(
  work: (world: ChangeWorld, run: RunRecord, halves: readonly LabelId[][]) => Promise<void>,
  clock?: Clock,
): Promise<void> {
  const inWorld = async (world: ChangeWorld): Promise<void> => {
    const ids = world.ids(8);
    const plan = await world.plan(wantedOf(new Map(ids.map((id) => [id, { labelStatus: 77 }]))));
    const run = await world.begin({ origin: 'setStatus', changes: plan.changes });
    const halves = [ids.slice(0, 4), ids.slice(4)];
    await world.carryOut(run, halves[0] ?? []);
    await work(world, run.record, halves);
  };
  await ChangeWorld.with({}, inWorld, clock);
}

/** The chain of a run as the journal has it now. */
async function chainOf(world: ChangeWorld, { header }: RunRecord): Promise<RecordedChain> {
  const chain = await world.journal.chain(header.id);
  assert.ok(chain);
  return chain;
}

/** What the service has of each label. */
function statuses(world: ChangeWorld, ids: readonly LabelId[]): unknown[] {
  return ids.map((id) => world.values(id).labelStatus);
}

/** Begins to undo or redo what is left of `run`. */
async function beginTurn(
  world: ChangeWorld,
  run: RunRecord,
  direction: UndoRedoDirection = 'undo',
): Promise<JournaledRun> {
  const chain = await chainOf(world, run);
  return await world.begin({ ...chain.setOf(direction), changes: chain.remaining(direction) });
}

/** Undoes or redoes what is left of `run`, or as many labels of that: by the turn that is open, or by a new one. */
async function turn(
  world: ChangeWorld,
  direction: UndoRedoDirection,
  run: RunRecord,
  count = Number.POSITIVE_INFINITY,
): Promise<JournaledRun> {
  const open = (await chainOf(world, run)).openUndoRedo(direction);
  const turning =
    open === undefined
      ? await beginTurn(world, run, direction)
      : await world.reopen(open.header.id);
  await world.carryOut(turning, turning.record.labelsOf(...openActions).slice(0, count));
  return turning;
}

async function undo(world: ChangeWorld, run: RunRecord, count?: number): Promise<JournaledRun> {
  return await turn(world, 'undo', run, count);
}

async function redo(world: ChangeWorld, run: RunRecord): Promise<JournaledRun> {
  return await turn(world, 'redo', run);
}

/** Sends the other half of `run`. */
async function resume(
  world: ChangeWorld,
  { header }: RunRecord,
  ids: readonly LabelId[],
): Promise<void> {
  const run = await world.reopen(header.id);
  await world.carryOut(run, ids);
}

/** The id of the run that **Undo** and **Redo** are about. */
async function lastOf(world: ChangeWorld, last: typeof lastToUndo): Promise<string | undefined> {
  return last(await world.journal.chains())?.root.header.id;
}

/** Sends the other half after an undo, and takes back what is left then. */
async function takeBackTheRest(
  world: ChangeWorld,
  run: RunRecord,
  [first = [], second = []]: readonly LabelId[][],
): Promise<void> {
  const before = Array.from(run.changes.values(), ({ fields }) => fields[0]?.before);
  await undo(world, run);
  await resume(world, run, second);
  // Somebody wants for a label what was taken back there.
  const [theirs = ''] = first;
  world.sandbox.control.updateLabel(tenant, theirs, { labelStatus: 77 });
  const chain = await chainOf(world, run);
  assert.equal(chain.canUndoRedo('undo'), true);
  assert.equal(await lastOf(world, lastToUndo), run.header.id);
  assert.deepEqual(
    chain.remaining('undo').map(({ id }) => id),
    second,
  );
  await undo(world, run);
  assert.deepEqual(
    first.concat(second).map((id) => world.values(id).labelStatus),
    before.with(0, 77),
  );
  assert.equal((await chainOf(world, run)).canUndoRedo('undo'), false);
}

describe('What is left to be undone', () => {
  it('is nothing once all was taken back, and all again once that was taken back', async () => {
    await withHalfRun(async (world, run) => {
      assert.equal((await chainOf(world, run)).canUndoRedo('undo'), true);
      await undo(world, run);
      const undone = await chainOf(world, run);
      assert.equal(undone.canUndoRedo('undo'), false);
      assert.deepEqual(undone.remaining('undo'), []);
      assert.equal(await lastOf(world, lastToUndo), undefined);
      assert.equal(await lastOf(world, lastToRedo), run.header.id);
      await redo(world, run);
      const redone = await chainOf(world, run);
      assert.equal(redone.remaining('undo').length, 4);
      assert.equal(redone.canUndoRedo('redo'), false);
      assert.equal(await lastOf(world, lastToUndo), run.header.id);
      assert.equal(await lastOf(world, lastToRedo), undefined);
    });
  });

  for (const by of [0, -3_600_000]) {
    it(`is what was sent after the rest was taken back, and no label that is somebody else’s since, with a clock set to ${by} ms`, async () => {
      const clock = fastClock(100);
      let offset = 0;
      const shifted: Clock = { ...clock, now: () => clock.now() + offset };
      await withHalfRun(async (world, run, halves) => {
        offset = by;
        await takeBackTheRest(world, run, halves);
      }, shifted);
    });
  }

  it('is nothing of what the service has refused since', async () => {
    await withHalfRun(async (world, run, [first = [], second = []]) => {
      await undo(world, run);
      world.sandbox.control.setOption({ failUpdateIds: second });
      await resume(world, run, second);
      const chain = await chainOf(world, run);
      assert.equal(chain.root.counts.failed, second.length);
      assert.deepEqual(chain.remaining('undo'), []);
      assert.equal(chain.canUndoRedo('undo'), false);
      assert.equal(await lastOf(world, lastToUndo), undefined);
      assert.equal(first.length, chain.root.sent.size);
    });
  });

  it('is no field that was taken back, where another one of the label was refused since', async () => {
    await ChangeWorld.with({}, async (world) => {
      const [id = ''] = world.ids(1);
      assert.ok(isLabelId(id));
      const run = await world.beginWith('import', [id], { labelName: 'Ours', labelStatus: 77 });
      world.sandbox.control.updateLabel(tenant, id, { labelName: 'Theirs' });
      await world.carryOut(run, [id]);
      await undo(world, run.record);
      world.sandbox.control.setOption({ failUpdateIds: [id] });
      const again = await world.reopen(run.record.header.id);
      await world.carryOut(again, [id], { overwrites: true });
      assert.equal(again.record.outcomeOf(id).kind, 'failed');
      assert.deepEqual((await chainOf(world, run.record)).remaining('undo'), []);
      world.sandbox.control.setOption({ failUpdateIds: [] });
      const last = await world.reopen(run.record.header.id);
      await world.carryOut(last, [id]);
      const left = (await chainOf(world, run.record)).remaining('undo');
      assert.deepEqual(
        left.flatMap(({ fields }) => fields),
        [
          {
            field: 'labelStatus',
            before: 77,
            wanted: last.record.changes.get(id)?.fields[1]?.before,
          },
        ],
      );
    });
  });

  it('is to be done again where it was taken back and the service has not kept what was sent since', async () => {
    await ChangeWorld.with({}, async (world) => {
      const [id = ''] = world.ids(1);
      assert.ok(isLabelId(id));
      const run = await world.beginWith('import', [id], { labelName: 'Ours', labelStatus: 77 });
      world.sandbox.control.updateLabel(tenant, id, { labelName: 'Theirs' });
      await world.carryOut(run, [id]);
      await undo(world, run.record);
      world.sandbox.control.setOption({ ignoreUpdateIds: [id] });
      const again = await world.reopen(run.record.header.id);
      await world.carryOut(again, [id], { overwrites: true });
      assert.equal(again.record.outcomeOf(id).kind, 'notKept');
      const chain = await chainOf(world, run.record);
      assert.deepEqual(
        chain.remaining('redo').flatMap(({ fields }) => fields.map(({ field }) => field)),
        ['labelStatus'],
      );
      assert.equal(chain.canUndoRedo('redo'), true);
      world.sandbox.control.setOption({ ignoreUpdateIds: [] });
      await redo(world, run.record);
      assert.equal(world.values(id).labelStatus, 77);
    });
  });

  it('is first the rest of an undo that was broken off', async () => {
    await withHalfRun(async (world, run) => {
      const undoing = await undo(world, run, 2);
      const chain = await chainOf(world, run);
      assert.equal(chain.canUndoRedo('undo'), true);
      assert.equal(chain.openUndoRedo('undo')?.header.id, undoing.record.header.id);
      assert.equal(await lastOf(world, lastToUndo), run.header.id);
    });
  });

  it('is no label that was taken back earlier, where the undo of the others was undone', async () => {
    await withHalfRun(async (world, run, [first = [], second = []]) => {
      const before = statuses(world, second);
      await undo(world, run);
      await resume(world, run, second);
      await undo(world, run);
      const redone = await world.begin({
        ...(await chainOf(world, run)).setOf('redo'),
        changes: (await chainOf(world, run)).remaining('redo', second),
      });
      await world.carryOut(redone, second);
      assert.equal((await chainOf(world, run)).canUndoRedo('undo'), true);
      // Somebody wants for these what was taken back there.
      first.forEach((id) => world.sandbox.control.updateLabel(tenant, id, { labelStatus: 77 }));
      await undo(world, run);
      assert.ok(statuses(world, first).every((status) => status === 77));
      assert.deepEqual(statuses(world, second), before);
      assert.equal((await chainOf(world, run)).canUndoRedo('undo'), false);
    });
  });

  it('is what was sent since, too, where something has failed in the undo', async () => {
    await withHalfRun(async (world, run, [first = [], second = []]) => {
      const before = statuses(world, second);
      world.sandbox.control.setOption({ failUpdateIds: first.slice(0, 1) });
      const failed = await undo(world, run);
      assert.equal(failed.record.counts.failed, 1);
      await resume(world, run, second);
      const again = await undo(world, run);
      assert.equal(again.record.changes.size, second.length + 1);
      assert.deepEqual(statuses(world, second), before);
      // What is left is in this one.
      const chain = await chainOf(world, run);
      assert.equal(chain.openUndoRedo('undo')?.header.id, again.record.header.id);
    });
  });

  it('is what was undone and done again, where something has failed in the undo', async () => {
    await withHalfRun(async (world, run, [first = []]) => {
      const before = Array.from(run.changes.values(), ({ fields }) => fields[0]?.before);
      world.sandbox.control.setOption({ failUpdateIds: first.slice(0, 1) });
      await undo(world, run);
      world.sandbox.control.setOption({ failUpdateIds: [] });
      await redo(world, run);
      await undo(world, run);
      assert.deepEqual(statuses(world, first), before.slice(0, first.length));
      assert.equal((await chainOf(world, run)).canUndoRedo('undo'), false);
    });
  });

  it('is nothing where two windows have taken it back at once', async () => {
    await withHalfRun(async (world, run) => {
      const undos = [await beginTurn(world, run), await beginTurn(world, run)];
      for (const undoing of undos) {
        await world.carryOut(undoing, undoing.record.labelsOf('resume'));
      }
      assert.equal(undos[1]?.record.sent.size, 0);
      const chain = await chainOf(world, run);
      assert.equal(chain.canUndoRedo('undo'), false);
      assert.deepEqual(chain.remaining('undo'), []);
      assert.equal(chain.remaining('redo').length, 4);
    });
  });

  it('is no field that cannot be emptied again, once that was tried', async () => {
    await ChangeWorld.with({ oddLabels: true }, async (world) => {
      const ids = world.ids(20).filter((id) => world.values(id).labelName === undefined);
      assert.ok(ids.length > 0);
      const run = await world.beginWith('import', ids, { labelName: 'Ours', labelStatus: 77 });
      await world.carryOut(run, ids);
      const undoing = await undo(world, run.record);
      assert.equal(undoing.record.counts.failed, ids.length);
      const chain = await chainOf(world, run.record);
      assert.equal(chain.canUndoRedo('undo'), false);
      assert.deepEqual(chain.remaining('undo'), []);
      // Their status was given back.
      assert.equal(chain.remaining('redo').length, ids.length);
    });
  });

  it('is nothing of what was somebody else’s when it was to be done again', async () => {
    await withHalfRun(async (world, run, [first = []]) => {
      await undo(world, run);
      const [theirs = ''] = first;
      world.sandbox.control.updateLabel(tenant, theirs, { labelStatus: 5 });
      const again = await redo(world, run);
      assert.equal(again.record.counts.conflict, 1);
      // Somebody wants for it what was taken back there.
      world.sandbox.control.updateLabel(tenant, theirs, { labelStatus: 77 });
      await undo(world, run);
      assert.equal(statuses(world, first)[0], 77);
    });
  });

  it('is nothing of what was done again, and was somebody else’s when that was taken back', async () => {
    await withHalfRun(async (world, run, [first = []]) => {
      await undo(world, run);
      await redo(world, run);
      const last = await beginTurn(world, run);
      const cancel = new AbortController();
      world.moments.onSend = () => cancel.abort();
      await world.carryOut(last, first, { signal: cancel.signal });
      await world.quiet();
      Object.assign(world.moments, { onSend: undefined });
      assert.ok(last.record.counts.uncertain > 0);
      const change = (labelStatus: number): void =>
        first.forEach((id) => world.sandbox.control.updateLabel(tenant, id, { labelStatus }));
      change(5);
      const { record } = await undo(world, run);
      assert.equal(record.header.id, last.record.header.id);
      assert.equal(record.counts.conflict, first.length);
      change(77);
      await undo(world, run);
      assert.ok(statuses(world, first).every((status) => status === 77));
    });
  });
});
