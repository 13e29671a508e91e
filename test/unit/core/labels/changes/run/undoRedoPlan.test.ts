import assert from 'node:assert/strict';
import { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import {
  labelsToUndoRedo,
  planUndoRedo,
} from '../../../../../../src/core/labels/changes/run/undoRedoPlan.ts';
import { readFreshLabels } from '../../../../../../src/core/labels/reading/freshLabels.ts';
import { ChangeWorld, tenant } from './changeWorld.ts';

describe('The plan of an undo', () => {
  it('counts from fresh values what goes back, what somebody has changed, what is so already and what has gone', async () => {
    await ChangeWorld.with({}, async (world) => {
      const ids = world.ids(8);
      const [theirs = '', back = '', deleted = assert.fail()] = ids;
      const before = world.values(ids[1] ?? assert.fail()).labelStatus;
      const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
      await world.carryOut(run, ids);
      world.sandbox.control.updateLabel(tenant, theirs, { labelStatus: 5 });
      world.sandbox.control.updateLabel(tenant, back, { labelStatus: before });
      const changes = new RecordedChain(run.record).remaining('undo');
      const { signal } = new AbortController();
      const fresh = await readFreshLabels(labelsToUndoRedo(changes), {
        source: world.repository,
        signal,
        whenRateLimited: 'throw',
      });
      const found = new Map(fresh.found);
      found.delete(deleted);
      const plan = await planUndoRedo(changes, 'undo', { found, gone: new Set([deleted]) });
      assert.equal(plan.changes.length, 5);
      assert.deepEqual(
        { ...plan, changes: [], labels: plan.labels.size },
        {
          changes: [],
          labels: 5,
          changedSince: 1,
          unchanged: 1,
          cannotBeEmptied: 0,
          gone: [deleted],
          unknown: [],
        },
      );
      assert.ok(
        plan.changes.every(({ fields }) => fields.every((each) => each.before === 77)),
        'from the present values',
      );
    });
  });

  it('counts labels whose fields were empty before, which cannot be', async () => {
    await ChangeWorld.with({ oddLabels: true }, async (world) => {
      const ids = world.ids(20).filter((id) => world.values(id).labelName === undefined);
      assert.ok(ids.length > 0);
      const run = await world.beginWith('import', ids, { labelName: 'Ours' });
      await world.carryOut(run, ids);
      const changes = new RecordedChain(run.record).remaining('undo');
      const { signal } = new AbortController();
      const options = { source: world.repository, signal, whenRateLimited: 'throw' } as const;
      const plan = await planUndoRedo(
        changes,
        'undo',
        await readFreshLabels(labelsToUndoRedo(changes), options),
      );
      assert.deepEqual(plan.changes, []);
      assert.equal(plan.cannotBeEmptied, ids.length);
    });
  });
});
