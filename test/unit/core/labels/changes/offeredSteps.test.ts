import assert from 'node:assert/strict';
import { SessionExpiredError } from '../../../../../src/core/errors/sessionExpiredError.ts';
import { offeredSteps } from '../../../../../src/core/labels/changes/offeredSteps.ts';
import { wantedOf } from '../../../../support/planning.ts';
import { ChangeWorld } from './changeWorld.ts';

describe('the steps offered about a run', () => {
  it('are all that can be done, but only one where the person has to do something first', async () => {
    await ChangeWorld.with({}, async (world) => {
      const ids = world.ids(8);
      const plan = await world.plan(wantedOf(new Map(ids.map((id) => [id, { labelStatus: 77 }]))));
      const run = await world.begin({ origin: 'setStatus', changes: plan.changes });
      assert.deepEqual(offeredSteps(run.record), ['goOn']);
      const [failing = assert.fail()] = ids;
      world.sandbox.control.setOption({ failUpdateIds: [failing] });
      await world.carryOut(run, ids.slice(0, 4));
      assert.deepEqual(offeredSteps(run.record), ['retry', 'goOn', 'undo']);
      const failure = new SessionExpiredError(world.account.id);
      const target = {
        ...world.target,
        sendChanges: async () => await Promise.reject(failure),
      };
      Object.defineProperty(world, 'target', { value: target });
      for (const [end, step] of [
        [6, 'goOn'],
        [8, 'retry'],
      ] as const) {
        const again = await world.takeUp(run.record.header.id);
        await world.carryOut(again, ids.slice(4, end));
        assert.deepEqual(offeredSteps(again.record), [step]);
      }
    });
  });
});
