import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { JournaledRun } from '../../../../../src/core/labels/changes/journaledRun.ts';
import {
  canUndo,
  lastUndoable,
  leftToUndo,
  openUndoOf,
} from '../../../../../src/core/labels/changes/runHistory.ts';
import type { RunRecord } from '../../../../../src/core/labels/changes/runRecord.ts';
import { wantedOf } from '../../../../support/planning.ts';
import { until } from '../../../../support/until.ts';
import { ChangeWorld, tenant } from './changeWorld.ts';

/** A world in which some of the labels of a run have been sent, and some not. */
async function withHalfRun(
  work: (world: ChangeWorld, run: RunRecord, halves: readonly LabelId[][]) => Promise<void>,
): Promise<void> {
  await ChangeWorld.with({}, async (world) => {
    const ids = world.ids(8);
    const plan = await world.plan(wantedOf(new Map(ids.map((id) => [id, { labelStatus: 77 }]))));
    const run = await world.begin({ origin: 'setStatus', changes: plan.changes });
    const halves = [ids.slice(0, 4), ids.slice(4)];
    await world.carryOut(run, halves[0] ?? []);
    await work(world, run.record, halves);
  });
}

/** What happens next has a later time than what has happened. */
async function later({ clock }: ChangeWorld): Promise<void> {
  const now = clock.now();
  await until(() => clock.now() > now);
}

/** Takes back what is left of `run`, or as many labels of that. */
async function undo(
  world: ChangeWorld,
  run: RunRecord,
  count = Number.POSITIVE_INFINITY,
): Promise<JournaledRun> {
  await later(world);
  const changes = leftToUndo(run, await world.journal.runs());
  const undoing = await world.begin({ origin: 'undo', undoes: run.header.id, changes });
  const ids = Array.from(undoing.record.changes.keys());
  await world.carryOut(undoing, ids.slice(0, count));
  return undoing;
}

/** Sends the other half of `run`. */
async function goOn(
  world: ChangeWorld,
  { header }: RunRecord,
  ids: readonly LabelId[],
): Promise<void> {
  await later(world);
  const run = await world.takeUp(header.id);
  await world.carryOut(run, ids);
}

describe('What is left to be taken back', () => {
  it('is nothing once all was taken back, and all again once that was taken back', async () => {
    await withHalfRun(async (world, run) => {
      assert.equal(canUndo(run, await world.journal.runs()), true);
      const undoing = await undo(world, run);
      const undone = await world.journal.runs();
      assert.equal(canUndo(run, undone), false);
      assert.deepEqual(leftToUndo(run, undone), []);
      assert.equal(lastUndoable(undone)?.header.id, undoing.record.header.id);
      await undo(world, undoing.record);
      const redone = await world.journal.runs();
      assert.equal(canUndo(run, redone), true);
      assert.equal(leftToUndo(run, redone).length, 4);
    });
  });

  it('is what was sent after the rest was taken back, and no label that is somebody else’s since', async () => {
    await withHalfRun(async (world, run, [first = [], second = []]) => {
      const before = Array.from(run.changes.values(), ({ fields }) => fields[0]?.before);
      await undo(world, run);
      await goOn(world, run, second);
      const record = (await world.journal.runs()).find(({ header }) => header.id === run.header.id);
      assert.ok(record);
      // Somebody wants for a label what was taken back there.
      const [theirs = ''] = first;
      world.sandbox.control.updateLabel(tenant, theirs, { labelStatus: 77 });
      const runs = await world.journal.runs();
      assert.equal(canUndo(record, runs), true);
      assert.equal(lastUndoable(runs)?.header.id, record.header.id);
      assert.deepEqual(
        leftToUndo(record, runs).map(({ id }) => id),
        second,
      );
      await undo(world, record);
      assert.deepEqual(
        first.concat(second).map((id) => world.values(id).labelStatus),
        before.with(0, 77),
      );
      assert.equal(canUndo(record, await world.journal.runs()), false);
    });
  });

  it('is first the rest of an undo that was broken off', async () => {
    await withHalfRun(async (world, run) => {
      const undoing = await undo(world, run, 2);
      const runs = await world.journal.runs();
      assert.equal(canUndo(run, runs), true);
      assert.equal(openUndoOf(run, runs)?.header.id, undoing.record.header.id);
      assert.equal(lastUndoable(runs)?.header.id, run.header.id);
    });
  });
});
