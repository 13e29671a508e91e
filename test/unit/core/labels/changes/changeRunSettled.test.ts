import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { RunRecord } from '../../../../../src/core/labels/changes/runRecord.ts';
import { ChangeWorld, tenant } from './changeWorld.ts';

/** The outcomes of the labels. */
function kindsOf(record: RunRecord, ids: readonly LabelId[]): string[] {
  return ids.map((id) => record.outcomeOf(id).kind);
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
        const again = await world.takeUp(run.record.header.id);
        await world.carryOut(again, ids);
        assert.deepEqual(kindsOf(again.record, ids), ['done']);
        assert.ok(ids.every((id) => world.values(id).labelName === labelName));
      });
    });
  }
});
