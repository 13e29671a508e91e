import assert from 'node:assert/strict';
import { chmod, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import {
  account,
  asOrdinaryUser,
  begin,
  carryOut,
  fileIn,
  label,
  open,
} from './journalOfOneLabel.ts';

const done = { kind: 'outcome', id: label.id, outcome: { kind: 'done' }, at: 1 } as const;

describe('A journal whose files somebody else meddles with', () => {
  // Windows deletes no file that is open.
  const others = {
    'its file': (path: string) => path,
    'its folder': (path: string) => join(path, '..'),
  };
  for (const [what, targetOf] of Object.entries(others)) {
    it(`has all of a run whose cleaner has deleted ${what}`, async function () {
      if (process.platform === 'win32') {
        this.skip();
      }
      await inTemporaryFolder(async (parent) => {
        const folder = join(parent, 'changes');
        const run = await begin(open(folder));
        const path = await fileIn(folder);
        await run.write({ kind: 'intent', id: label.id, sent: [], at: 1 });
        const before = await readFile(path, 'utf8');
        await rm(targetOf(path), { recursive: true });
        await run.write(done);
        assert.equal(await readFile(path, 'utf8'), `${before}${JSON.stringify(done)}\n`);
        await run.end(2);
        const [record] = await open(folder).runs();
        assert.equal(record?.counts.done, 1);
        assert.equal(record.owner, undefined);
      });
    });
  }

  it('stops a run where something else is in the place of its file', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      const path = await fileIn(folder);
      await rename(path, `${path}.moved`);
      await writeFile(path, 'x');
      await assert.rejects(run.write(done), { code: 'storage' });
      assert.equal(await readFile(path, 'utf8'), 'x');
      run.dispose();
    });
  });

  it('has all other runs where one cannot be read, and names that', async function () {
    await asOrdinaryUser(this, async (folder) => {
      const journal = open(folder);
      await carryOut(journal);
      const path = await fileIn(folder);
      await chmod(path, 0);
      const other = await carryOut(open(folder));
      const fresh = open(folder);
      assert.deepEqual(
        (await fresh.runs()).map(({ header }) => header.id),
        [other.record.header.id],
      );
      assert.deepEqual((await fresh.content()).unreadable, [path]);
      await chmod(path, 0o600);
      assert.equal((await fresh.runs()).length, 2);
      assert.deepEqual((await fresh.content()).unreadable, []);
    });
  });

  for (const [what, text] of Object.entries({
    'is empty': '',
    'is no JSON': 'x\n',
    'comes from a later version': '{"kind":"run","version":2}\n',
  })) {
    it(`names a file that ${what}`, async () => {
      await inTemporaryFolder(async (folder) => {
        const path = join(folder, `${account.id}.other.jsonl`);
        await writeFile(path, text);
        await utimes(path, 1, 1);
        const journal = open(folder);
        assert.deepEqual(await journal.runs(), []);
        assert.deepEqual((await journal.content()).unreadable, [path]);
      });
    });
  }

  it('names no file that another window is about to begin', async () => {
    await inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, `${account.id}.other.jsonl`), '');
      assert.deepEqual((await open(folder).content()).unreadable, []);
    });
  });

  it('begins a run after all those of a later version', async () => {
    await inTemporaryFolder(async (folder) => {
      const lines = [
        { kind: 'run', version: 2 },
        { kind: 'owned', sequence: 41 },
      ];
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      await writeFile(join(folder, `${account.id}.later.jsonl`), text);
      assert.equal((await carryOut(open(folder))).record.sequence, 42);
    });
  });
});
