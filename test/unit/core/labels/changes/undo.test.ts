import assert from 'node:assert/strict';
import { isLabelId, type LabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { Clock } from '../../../../../src/core/async/clock.ts';
import type { JournaledRun } from '../../../../../src/core/labels/changes/journaledRun.ts';
import type { RunRecord } from '../../../../../src/core/labels/changes/runRecord.ts';
import {
  canUndo,
  lastUndoable,
  leftToUndo,
  openUndoOf,
} from '../../../../../src/core/labels/changes/undo.ts';
import { wantedOf } from '../../../../support/planning.ts';
import { ChangeWorld, fastClock, tenant } from './changeWorld.ts';

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

/** Begins to take back what is left of `run`. */
async function beginUndo(world: ChangeWorld, run: RunRecord): Promise<JournaledRun> {
  const changes = leftToUndo(run, await world.journal.runs());
  return await world.begin({ origin: 'undo', undoes: run.header.id, changes });
}

/** What the service has of each label. */
function statuses(world: ChangeWorld, ids: readonly LabelId[]): unknown[] {
  return ids.map((id) => world.values(id).labelStatus);
}

/** Takes back what is left of `run`, or as many labels of that: by the undo that is open, or by a new one. */
async function undo(
  world: ChangeWorld,
  { header }: RunRecord,
  count = Number.POSITIVE_INFINITY,
): Promise<JournaledRun> {
  const runs = await world.journal.runs();
  const run = recordOf({ header }, runs);
  const open = openUndoOf(run, runs);
  const undoing =
    open === undefined ? await beginUndo(world, run) : await world.takeUp(open.header.id);
  await world.carryOut(undoing, undoing.record.openLabels('retry', 'goOn').slice(0, count));
  return undoing;
}

/** Sends the other half of `run`. */
async function goOn(
  world: ChangeWorld,
  { header }: RunRecord,
  ids: readonly LabelId[],
): Promise<void> {
  const run = await world.takeUp(header.id);
  await world.carryOut(run, ids);
}

/** What `runs` say of `run`. */
function recordOf({ header }: Pick<RunRecord, 'header'>, runs: readonly RunRecord[]): RunRecord {
  const record = runs.find((each) => each.header.id === header.id);
  assert.ok(record);
  return record;
}

/** Sends the other half after an undo, and takes back what is left then. */
async function takeBackTheRest(
  world: ChangeWorld,
  run: RunRecord,
  [first = [], second = []]: readonly LabelId[][],
): Promise<void> {
  const before = Array.from(run.changes.values(), ({ fields }) => fields[0]?.before);
  await undo(world, run);
  await goOn(world, run, second);
  const record = recordOf(run, await world.journal.runs());
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
      await goOn(world, run, second);
      const runs = await world.journal.runs();
      const record = recordOf(run, runs);
      assert.equal(record.counts.failed, second.length);
      assert.deepEqual(leftToUndo(record, runs), []);
      assert.equal(canUndo(record, runs), false);
      assert.equal(lastUndoable(runs)?.header.origin, 'undo');
      assert.equal(first.length, record.sent.size);
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
      const again = await world.takeUp(run.record.header.id);
      await world.carryOut(again, [id], { overConflicts: true });
      assert.equal(again.record.outcomeOf(id).kind, 'failed');
      const refused = await world.journal.runs();
      assert.deepEqual(leftToUndo(again.record, refused), []);
      world.sandbox.control.setOption({ failUpdateIds: [] });
      const last = await world.takeUp(run.record.header.id);
      await world.carryOut(last, [id]);
      const left = leftToUndo(last.record, await world.journal.runs());
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

  it('is first the rest of an undo that was broken off', async () => {
    await withHalfRun(async (world, run) => {
      const undoing = await undo(world, run, 2);
      const runs = await world.journal.runs();
      assert.equal(canUndo(run, runs), true);
      assert.equal(openUndoOf(run, runs)?.header.id, undoing.record.header.id);
      assert.equal(lastUndoable(runs)?.header.id, run.header.id);
    });
  });

  it('is no label that was taken back earlier, where the undo of the others was undone', async () => {
    await withHalfRun(async (world, run, [first = [], second = []]) => {
      const before = statuses(world, second);
      await undo(world, run);
      await goOn(world, run, second);
      const ofSecond = await undo(world, run);
      await undo(world, ofSecond.record);
      const runs = await world.journal.runs();
      assert.equal(canUndo(recordOf(run, runs), runs), true);
      // Somebody wants for these what was taken back there.
      first.forEach((id) => world.sandbox.control.updateLabel(tenant, id, { labelStatus: 77 }));
      await undo(world, run);
      assert.ok(statuses(world, first).every((status) => status === 77));
      assert.deepEqual(statuses(world, second), before);
      const last = await world.journal.runs();
      assert.equal(canUndo(recordOf(run, last), last), false);
    });
  });

  it('is what was sent since, too, where something has failed in the undo', async () => {
    await withHalfRun(async (world, run, [first = [], second = []]) => {
      const before = statuses(world, second);
      world.sandbox.control.setOption({ failUpdateIds: first.slice(0, 1) });
      const failed = await undo(world, run);
      assert.equal(failed.record.counts.failed, 1);
      await goOn(world, run, second);
      const again = await undo(world, run);
      assert.equal(again.record.changes.size, second.length + 1);
      assert.deepEqual(statuses(world, second), before);
      // What is left is in this one.
      const runs = await world.journal.runs();
      assert.equal(openUndoOf(run, runs)?.header.id, again.record.header.id);
    });
  });

  it('is what was undone and done again, where something has failed in the undo', async () => {
    await withHalfRun(async (world, run, [first = []]) => {
      const before = Array.from(run.changes.values(), ({ fields }) => fields[0]?.before);
      world.sandbox.control.setOption({ failUpdateIds: first.slice(0, 1) });
      const failed = await undo(world, run);
      world.sandbox.control.setOption({ failUpdateIds: [] });
      await undo(world, failed.record);
      await undo(world, run);
      assert.deepEqual(statuses(world, first), before.slice(0, first.length));
      const runs = await world.journal.runs();
      assert.equal(canUndo(recordOf(run, runs), runs), false);
    });
  });

  it('is nothing where two windows have taken it back at once', async () => {
    await withHalfRun(async (world, run) => {
      const undos = [await beginUndo(world, run), await beginUndo(world, run)];
      for (const undoing of undos) {
        await world.carryOut(undoing, undoing.record.openLabels('goOn'));
      }
      assert.equal(undos[1]?.record.sent.size, 0);
      const runs = await world.journal.runs();
      assert.equal(canUndo(recordOf(run, runs), runs), false);
      assert.deepEqual(leftToUndo(recordOf(run, runs), runs), []);
      assert.equal(lastUndoable(runs)?.header.id, undos[0]?.record.header.id);
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
      const runs = await world.journal.runs();
      assert.equal(canUndo(run.record, runs), false);
      assert.deepEqual(leftToUndo(run.record, runs), []);
      assert.equal(lastUndoable(runs)?.header.id, undoing.record.header.id);
    });
  });

  it('is nothing of what was somebody else’s when it was to be done again', async () => {
    await withHalfRun(async (world, run, [first = []]) => {
      const undoing = await undo(world, run);
      const [theirs = ''] = first;
      world.sandbox.control.updateLabel(tenant, theirs, { labelStatus: 5 });
      const again = await undo(world, undoing.record);
      assert.equal(again.record.counts.conflict, 1);
      // Somebody wants for it what was taken back there.
      world.sandbox.control.updateLabel(tenant, theirs, { labelStatus: 77 });
      await undo(world, run);
      assert.equal(statuses(world, first)[0], 77);
    });
  });

  it('is nothing of what was done again, and was somebody else’s when that was taken back', async () => {
    await withHalfRun(async (world, run, [first = []]) => {
      const undoing = await undo(world, run);
      const again = await undo(world, undoing.record);
      const last = await beginUndo(world, again.record);
      const cancel = new AbortController();
      world.moments.onSend = () => cancel.abort();
      await world.carryOut(last, first, { signal: cancel.signal });
      await world.quiet();
      Object.assign(world.moments, { onSend: undefined });
      assert.ok(last.record.counts.uncertain > 0);
      const change = (labelStatus: number): void =>
        first.forEach((id) => world.sandbox.control.updateLabel(tenant, id, { labelStatus }));
      change(5);
      const { record } = await undo(world, again.record);
      assert.equal(record.header.id, last.record.header.id);
      assert.equal(record.counts.conflict, first.length);
      change(77);
      await undo(world, run);
      assert.ok(statuses(world, first).every((status) => status === 77));
    });
  });
});
