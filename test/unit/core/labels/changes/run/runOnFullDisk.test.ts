import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { openActions } from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import { MountedDisk } from '../../../../../support/mountedDisk.ts';
import { randomFrom } from '../../../../../support/randomFrom.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { timeLimits } from '../../../../../support/timeLimits.ts';
import { ChangeWorld } from './changeWorld.ts';
import { recover } from './interruptedRun.ts';

/** How many runs, and from which seed on; printed, so that a failure can be repeated. */
const runs = Number(process.env['FULL_DISKS'] ?? 4);
const firstSeed = Number(process.env['FULL_DISKS_SEED'] ?? Date.now() % 1_000_000);

const count = 60;

/** Carries out a run while its disk fills up, and again once that has space. */
async function runOnFullDisk(
  world: ChangeWorld,
  disk: MountedDisk,
  random: () => number,
): Promise<void> {
  const ids = world.ids(count);
  const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
  const { id } = run.record.header;
  // Later ones may have room in the last block of the file.
  const moment = 1 + Math.floor(random() * (count - 40));
  let sent = 0;
  let filler: string | undefined;
  world.moments.onSend = () => {
    sent++;
    filler ??= sent === moment ? disk.fill(0) : undefined;
  };
  await assert.rejects(world.carryOut(run, ids), { operation: 'full' });
  const full = await world.journal.run(id);
  assert.ok(full, 'the run is not shown while the disk is full');
  for (const each of ids) {
    const { kind } = full.outcomeOf(each);
    assert.ok(world.ours(each).length === 0 || kind === 'done' || kind === 'uncertain', kind);
  }
  world.moments.onSend = undefined;
  world.kill();
  await world.quiet();
  assert.ok(filler);
  rmSync(filler);
  const record = await recover(world, full, () => undefined);
  for (const each of ids) {
    const { kind } = record.outcomeOf(each);
    assert.equal(world.ours(each).length, kind === 'done' ? 1 : 0, `${each} ${kind}`);
  }
  const rest = await world.reopen(id);
  await world.carryOut(rest, rest.record.labelsOf(...openActions));
  assert.deepEqual(
    ids.map((each) => world.ours(each).length),
    ids.map(() => 1),
  );
}

describe(`Runs on a disk that fills up, ${runs} random ones from seed ${firstSeed} on`, () => {
  before(function () {
    if (!MountedDisk.isPossible) {
      this.skip();
    }
  });

  it('stop for that reason, show what was sent, and go on once there is space', async () => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
      await inTemporaryFolder(async (folder) => {
        await ChangeWorld.with({ labels: count }, async (world) => {
          const disk = await MountedDisk.make(folder, world.folder);
          try {
            await runOnFullDisk(world, disk, randomFrom(seed));
          } catch (error) {
            throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
          } finally {
            world.kill();
            await world.quiet();
            disk.unmount();
          }
        });
      });
    }
  }).timeout(timeLimits.longTest);
});
