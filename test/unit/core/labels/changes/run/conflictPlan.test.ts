import assert from 'node:assert/strict';
import {
  labelsInConflict,
  conflictsToOverwriteIn,
  planOverConflicts,
} from '../../../../../../src/core/labels/changes/run/conflictPlan.ts';
import { readFreshLabels } from '../../../../../../src/core/labels/reading/freshLabels.ts';
import { ChangeWorld, tenant } from './changeWorld.ts';

describe('planOverConflicts', () => {
  it('plans from the present values, and keeps those that each change was planned from', async () => {
    await ChangeWorld.with({ labels: 8 }, async (world) => {
      const [first, second, third] = world.ids(3);
      assert.ok(first && second && third);
      const { control } = world.sandbox;
      const ids = [first, second, third];
      const planned = ids.map((id) => world.values(id).labelStatus);
      const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
      ids.forEach((id) => control.updateLabel(tenant, id, { labelStatus: 5 }));
      await world.carryOut(run, ids);
      control.updateLabel(tenant, first, { labelStatus: 6 });
      control.updateLabel(tenant, second, { labelStatus: 77 });
      const { record } = run;
      const fresh = await readFreshLabels(labelsInConflict(record), {
        source: world.repository,
        signal: new AbortController().signal,
        whenRateLimited: 'throw',
      });
      const { changes, gone, labels, unchanged } = await planOverConflicts(record, fresh);
      assert.deepEqual(
        changes.map(({ fields, id }) => [id, fields]),
        [
          [first, 6, planned[0]],
          [third, 5, planned[2]],
        ].map(([id, before, expected]) => [
          id,
          [{ field: 'labelStatus', before, wanted: 77, conflict: { expected } }],
        ]),
      );
      assert.deepEqual([unchanged, gone, [...labels.keys()]], [1, [], [first, third]]);
      // What nobody has agreed to see overwritten stays.
      control.updateLabel(tenant, third, { labelStatus: 7 });
      const again = await world.reopen(record.header.id);
      await world.carryOut(again, [first, third], {
        conflictsToOverwrite: conflictsToOverwriteIn(changes),
      });
      assert.equal(world.values(first).labelStatus, 77);
      assert.equal(world.values(third).labelStatus, 7);
      assert.deepEqual(again.record.labelsWith('conflict').toSorted(), [second, third].toSorted());
    });
  });
});
