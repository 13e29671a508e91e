import assert from 'node:assert/strict';
import { lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionFolder } from '../../../../src/core/session/sessionFolder.ts';
import { plantedEntries } from '../../../support/plantedEntries.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('SessionFolder', () => {
  it('is for this user alone, and so is what is in it', async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, 'sessions');
      await new SessionFolder(path).write('a', 'text');
      assert.equal((await stat(path)).mode & 0o777, 0o700);
      assert.equal((await stat(join(path, 'a'))).mode & 0o777, 0o600);
      assert.deepEqual(await readdir(path), ['a']);
    });
  });

  for (const [name, plant] of Object.entries(plantedEntries)) {
    it(`takes ${name} for no file, and puts its own there`, async () => {
      await inTemporaryFolder(async (folder) => {
        await plant(join(folder, 'a'));
        const sessions = new SessionFolder(folder);
        assert.equal(await sessions.read('a'), undefined);
        await sessions.write('a', 'text');
        assert.equal(await sessions.read('a'), 'text');
        assert.ok((await lstat(join(folder, 'a'))).isFile());
      });
    });
  }

  it('follows no link that somebody has put where it writes', async () => {
    await inTemporaryFolder(async (folder) => {
      const victim = join(folder, 'victim');
      await writeFile(victim, 'precious');
      // The names that an earlier version gave what it was writing, and the name itself.
      for (const name of ['a', ...Array.from({ length: 10 }, (_, n) => `a.${process.pid}.${n}`)]) {
        await symlink(victim, join(folder, name));
      }
      const sessions = new SessionFolder(folder);
      await sessions.write('a', 'text');
      assert.equal(await readFile(victim, 'utf8'), 'precious');
      assert.equal(await sessions.read('a'), 'text');
    });
  });
});
