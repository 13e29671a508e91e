import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isLabelId } from '../../../../../../src/core/account/labelAddress.ts';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { CollectingLog } from '../../../../../support/collectingLog.ts';
import { MountedDisk } from '../../../../../support/mountedDisk.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { account, fileIn, open } from './journalOfOneLabel.ts';

const ids = Array.from({ length: 400 }, (_, index) => String(index + 1)).filter(isLabelId);

/** How many of them were sent before the file is deleted. */
const sent = 300;

/** Begins a run of all labels in `folder`, sends some of them, and deletes its file. */
async function beginAndDelete(journal: ChangeJournal, folder: string): Promise<JournaledRun> {
  const fields = [{ field: 'labelStatus', before: 1, wanted: 2 }] as const;
  const changes = ids.map((id) => ({ id, code: id, name: 'x'.repeat(400), fields }));
  const run = await journal.begin({ account, title: 'Test', origin: 'setStatus', changes });
  for (const id of ids.slice(0, sent)) {
    await run.write({
      kind: 'intent',
      id,
      sent: [{ field: 'labelStatus', before: 1, after: 2 }],
      at: 1,
    });
  }
  await rm(await fileIn(folder));
  return run;
}

describe('A journal whose file was deleted while its run was carried out', () => {
  before(function () {
    if (!MountedDisk.isPossible) {
      this.skip();
    }
  });

  for (const left of [0, 61_440, 204_800]) {
    it(`is there again once there is space, where the disk had ${left} bytes left`, async () => {
      await inTemporaryFolder(async (folder) => {
        const disk = await MountedDisk.make(folder);
        const where = join(disk.path, 'changes');
        const journal = new ChangeJournal({
          folder: where,
          clock: systemClock,
          limits: () => ({ days: 30, megabytes: 50 }),
        });
        const run = await beginAndDelete(journal, where);
        try {
          const filler = disk.fill(left);
          const outcome = { kind: 'done' } as const;
          const [id = assert.fail()] = ids;
          await assert.rejects(run.write({ kind: 'outcome', id, outcome, at: 1 }), {
            operation: 'full',
          });
          run.dispose();
          const [shown] = await journal.runs();
          assert.equal(shown?.sentCount, sent);
          assert.equal(await journal.placeOf(shown), 'abandoned');
          await assert.rejects(journal.takeOver(account.id, shown.header.id), {
            operation: 'full',
          });
          await journal.trim(new CollectingLog());
          assert.deepEqual(await readdir(where), [], 'a part of it would be taken for all');
          await rm(filler);
          const taken = await journal.takeOver(account.id, shown.header.id);
          assert.equal(taken?.record.sentCount, sent);
          await taken.end(2);
          const [known] = await open(where).runs();
          assert.equal(known?.sentCount, sent);
        } finally {
          await run.discard();
          disk.unmount();
        }
      });
    });
  }

  it('is on the disk before its folder says so', async () => {
    await inTemporaryFolder(async (folder) => {
      const disk = await MountedDisk.make(folder);
      const where = join(disk.path, 'changes');
      const run = await beginAndDelete(open(where), where);
      try {
        const [id = assert.fail()] = ids;
        await run.write({ kind: 'outcome', id, outcome: { kind: 'done' }, at: 1 });
        const cut = await disk.cutPower(folder);
        try {
          const [known] = await open(join(cut.path, 'changes'), false).runs();
          assert.equal(known?.sentCount, sent);
        } finally {
          cut.unmount();
        }
      } finally {
        await run.close();
        disk.unmount();
      }
    });
  });
});
