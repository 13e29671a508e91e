import assert from 'node:assert/strict';
import { open as openFile, readFile, type FileHandle } from 'node:fs/promises';
import { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { readLine } from '../../../../../../src/core/labels/changes/journal/journalEntry.ts';
import { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { account, label } from './journalOfOneLabel.ts';

const header = {
  kind: 'run',
  version: 1,
  id: 'run',
  at: 0,
  account,
  title: 'Test',
  origin: 'setStatus',
} as const;
const intent = { kind: 'intent', id: label.id, sent: [], at: 1 } as const;
const outcome = { kind: 'outcome', id: label.id, outcome: { kind: 'done' }, at: 1 } as const;

/** Notes what is asked of a file, in order, and when it is done. */
function noting(file: FileHandle, notes: string[]): FileHandle {
  const appendFile = file.appendFile.bind(file);
  const datasync = file.datasync.bind(file);
  file.appendFile = async (data) => {
    await appendFile(data);
    notes.push('appendFile');
  };
  file.datasync = async () => {
    await datasync();
    notes.push('datasync');
  };
  return file;
}

/** Does `work` with a run, the notes about its file, and that file. */
async function withRun(
  work: (run: JournaledRun, notes: string[], file: FileHandle, path: string) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const path = `${folder}/run`;
    const notes: string[] = [];
    const file = noting(await openFile(path, 'ax+'), notes);
    const run = new JournaledRun(new RunRecord(header), { path, file, bytes: 0, token: 'token' });
    await work(run, notes, file, path);
    await run.close();
  });
}

describe('JournaledRun', () => {
  it('has intents on the disk before anybody goes on, all that come together at once', async () => {
    await withRun(async (run, notes) => {
      const written = Array.from({ length: 20 }, async () => {
        await run.write(intent, outcome);
        notes.push('written');
      });
      await Promise.all(written);
      assert.deepEqual(notes, ['appendFile', 'datasync', ...written.map(() => 'written')]);
    });
  });

  it('says at its end what its lines say, and nothing where one of them could not be written', async () => {
    for (const isLost of [false, true]) {
      await withRun(async (run, _, file, path) => {
        if (isLost) {
          const appendFile = file.appendFile.bind(file);
          file.appendFile = async () => await Promise.reject(new Error('The disk is full.'));
          await assert.rejects(run.write(outcome), /full/);
          file.appendFile = appendFile;
        }
        await run.end(1);
        const { entry } = readLine((await readFile(path, 'utf8')).split('\n').at(-2) ?? '');
        assert.equal(entry?.kind === 'end' && entry.totals === undefined, isLost);
      });
    }
  });

  it('keeps nobody waiting for the disk with an outcome', async () => {
    await withRun(async (run, notes) => {
      await run.write(outcome);
      assert.deepEqual(notes, ['appendFile']);
    });
  });
});
