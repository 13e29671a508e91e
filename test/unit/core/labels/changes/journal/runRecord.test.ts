import assert from 'node:assert/strict';
import { SessionExpiredError } from '../../../../../../src/core/errors/sessionExpiredError.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { wantedOf } from '../../../../../support/planning.ts';
import { ChangeWorld } from '../run/changeWorld.ts';

/** The steps offered about a run. */
function steps({ record }: JournaledRun): readonly string[] {
  return record.offeredActions(record.remedy());
}

describe('RunRecord', () => {
  it('offers all that can be done, but only one step where the person has to do something first', async () => {
    await ChangeWorld.with({}, async (world) => {
      const ids = world.ids(8);
      const plan = await world.plan(wantedOf(new Map(ids.map((id) => [id, { labelStatus: 77 }]))));
      const run = await world.begin({ origin: 'setStatus', changes: plan.changes });
      assert.deepEqual(steps(run), ['resume']);
      const [failing = assert.fail()] = ids;
      world.sandbox.control.setOption({ failUpdateIds: [failing] });
      await world.carryOut(run, ids.slice(0, 4));
      assert.deepEqual(steps(run), ['retry', 'resume', 'undo']);
      const failure = new SessionExpiredError(world.account.id);
      const target = {
        ...world.target,
        sendChanges: async () => await Promise.reject(failure),
      };
      Object.defineProperty(world, 'target', { value: target });
      const again = await world.reopen(run.record.header.id);
      await world.carryOut(again, ids.slice(4, 6));
      assert.deepEqual(steps(again), ['resume']);
    });
  });
});
