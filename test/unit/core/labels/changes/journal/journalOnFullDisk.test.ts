import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { StorageError } from '../../../../../../src/core/errors/storageError.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import type { JournalLimits } from '../../../../../../src/core/labels/changes/journal/journalLimits.ts';
import { limitFiles } from '../../../../../support/limitFiles.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { account, begin, fileIn, open } from './journalOfOneLabel.ts';

const limits = (): JournalLimits => ({ days: 30, megabytes: 50 });

/** Does `work` while no more than `bytes` fit the only file in `folder`. */
async function withoutSpace(
  folder: string,
  bytes: number,
  work: () => Promise<void>,
): Promise<void> {
  limitFiles((await stat(await fileIn(folder))).size + bytes);
  try {
    await work();
  } finally {
    limitFiles(undefined);
  }
}

describe('A journal on a disk that is full', () => {
  // Other systems have no /dev/full, and limit what a process writes in another way.
  before(function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
  });

  const line = '{"kind":"intent","id":"1","sent":[],"at":1}';
  /** How many bytes of the line were written. */
  const torn = { nothing: 0, 'its first half': 20, 'all but its end': line.length };
  for (const [part, bytes] of Object.entries(torn)) {
    it(`goes on after a line of which ${part} was written, where the disk was full for a while`, async () => {
      await inTemporaryFolder(async (folder) => {
        const script = join(import.meta.dirname, '../../../../../support/tornJournalProcess.ts');
        await promisify(execFile)(process.execPath, [script, folder, String(bytes)]);
        const text = await readFile(await fileIn(folder), 'utf8');
        assert.ok(text.includes(`\n${line.slice(0, bytes)}\n{"kind":"outcome"`));
        const [record] = await open(folder).runs();
        assert.equal(record?.counts.done, 1);
        assert.equal(record.owner, undefined);
      });
    });
  }

  it('leaves nothing open and nothing behind where a run cannot be written', async () => {
    await inTemporaryFolder(async (folder) => {
      const script = join(import.meta.dirname, '../../../../../support/journalProcess.ts');
      // In blocks of 512 bytes: first lines fit, the plan does not.
      const command = 'ulimit -f 4; exec "$0" "$@"';
      const options = ['-c', command, process.execPath, script, folder];
      const { stdout } = await promisify(execFile)('sh', options);
      const outcome = { begun: new StorageError('lock').message, left: [], runs: 0 };
      assert.deepEqual(JSON.parse(stdout), outcome);
    });
  });

  it('lets a run be taken up again that this window could not end', async () => {
    await inTemporaryFolder(async (folder) => {
      const journal = new ChangeJournal({ folder, clock: systemClock, limits });
      const run = await begin(journal);
      await withoutSpace(folder, 10, async () => {
        await assert.rejects(run.end(1), { code: 'storage' });
      });
      const [left] = await journal.runs();
      assert.equal(left && (await journal.placeOf(left)), 'abandoned');
      const taken = await journal.takeOver(account.id, run.record.header.id);
      assert.ok(taken);
      await taken.end(2);
    });
  });

  for (const [part, count] of Object.entries({ half: 100, 'all but the end': -1 })) {
    it(`lets a run be taken up again of whose taking ${part} was written`, async () => {
      await inTemporaryFolder(async (folder) => {
        const journal = new ChangeJournal({ folder, clock: systemClock, limits });
        const run = await begin(open(folder));
        await run.close();
        const { id, account: of } = run.record.header;
        const { owner } = run.record;
        const taken = { kind: 'owner', from: owner?.token, owner, sequence: 2, at: Date.now() };
        const { length } = JSON.stringify(taken);
        await withoutSpace(folder, count < 0 ? length + 1 : count, async () => {
          await assert.rejects(journal.takeOver(of.id, id), { code: 'storage' });
        });
        const again = await journal.takeOver(of.id, id);
        assert.ok(again);
        await again.end(2);
      });
    });
  }

  it('leaves nothing open where a run cannot be taken up', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      await run.close();
      const path = await fileIn(folder);
      const journal = new ChangeJournal({
        folder,
        clock: systemClock,
        limits: () => ({ days: 30, megabytes: 50 }),
        isAlive: async () => {
          // From here on there is no space for another line.
          limitFiles((await stat(path)).size);
          return false;
        },
      });
      const { id } = run.record.header;
      try {
        await assert.rejects(journal.reopen(account.id, id), new StorageError('lock'));
      } finally {
        limitFiles(undefined);
      }
      const handles = await readdir('/proc/self/fd');
      const targets = await Promise.all(
        handles.map(async (name) => await readlink(`/proc/self/fd/${name}`).catch(() => '')),
      );
      assert.ok(!targets.includes(path));
    });
  });
});
