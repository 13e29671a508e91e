import assert from 'node:assert/strict';
import {
  chmod,
  copyFile,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { CollectingLog } from '../../../../../support/collectingLog.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import {
  account,
  asOrdinaryUser,
  begin,
  carryOut,
  fileIn,
  label,
  open,
  runNames,
  trimAtTwoStarts,
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
      await run.discard();
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

  it('names an empty file whose time is ahead', async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, `${account.id}.other.jsonl`);
      await writeFile(path, '');
      await utimes(path, 1, Date.now() / 1000 + 86_400);
      assert.deepEqual((await open(folder).content()).unreadable, [path]);
    });
  });

  it('names a link in the place of a file, and what is a copy of one', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await inTemporaryFolder(async (folder) => {
      await carryOut(open(folder));
      const path = await fileIn(folder);
      const copy = join(folder, `${account.id}.copy.jsonl`);
      await copyFile(path, copy);
      await copyFile(path, `${path}.bak`);
      const journal = open(folder);
      assert.equal((await journal.runs()).length, 1);
      assert.deepEqual((await journal.content()).unreadable, [copy]);
      await rm(copy);
      await rename(path, join(folder, 'moved'));
      await symlink(join(folder, 'moved'), path);
      assert.deepEqual((await open(folder).content()).unreadable, [path]);
    });
  });

  it('deletes nothing that it could not read or understand, whatever its age and size', async function () {
    await asOrdinaryUser(this, async (folder) => {
      await carryOut(open(folder), { title: 'x'.repeat(10_000) });
      const path = await fileIn(folder);
      const damaged = join(folder, `${account.id}.damaged.jsonl`);
      await writeFile(damaged, `{"kind":"run","version":1\n${'x'.repeat(10_000)}\n`);
      await carryOut(open(folder));
      for (const each of [path, damaged]) {
        await utimes(each, 1, 1);
      }
      await chmod(path, 0);
      await trimAtTwoStarts(folder);
      await open(folder, true, 0.001).trim(new CollectingLog());
      assert.equal((await runNames(folder)).length, 3);
      await chmod(path, 0o600);
      await open(folder, true, 0.001).trim(new CollectingLog());
      assert.ok(!(await runNames(folder)).some((name) => path.endsWith(name)));
    });
  });

  it('deletes what is too much also where it does not know what is too old', async function () {
    await asOrdinaryUser(this, async (folder) => {
      await carryOut(open(folder));
      await carryOut(open(folder));
      await utimes(await fileIn(folder), 1, 1);
      await trimAtTwoStarts(folder, new CollectingLog(), 0);
      await carryOut(open(folder));
      const marks = join(folder, 'too-old.json');
      await writeFile(marks, '{}');
      await chmod(marks, 0);
      await open(folder, true, 0.000_001).trim(new CollectingLog());
      assert.equal((await runNames(folder)).length, 1);
    });
  });

  it('does not take a run for one that was never planned where the line of its plan is damaged', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      await run.end(1);
      const path = await fileIn(folder);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace('{"kind":"plan"', '\0"kind":"plan"'));
      assert.deepEqual((await open(folder).content()).unreadable, [path]);
      await open(folder).trim(new CollectingLog());
      assert.equal((await runNames(folder)).length, 1);
    });
  });

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
