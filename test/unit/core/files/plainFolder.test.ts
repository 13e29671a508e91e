import assert from 'node:assert/strict';
import { mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { makePlainFolder } from '../../../../src/core/files/plainFolder.ts';
import { SessionFolder } from '../../../../src/core/session/sessionFolder.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('a plain folder', () => {
  it('is made for this user alone, and stays as it is', async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, 'a', 'b');
      await makePlainFolder(path);
      await makePlainFolder(path);
      assert.equal((await stat(path)).mode & 0o777, 0o700);
    });
  });

  it('is not a link to another one, into which nothing is written', async () => {
    await inTemporaryFolder(async (folder) => {
      const [elsewhere, path] = [join(folder, 'elsewhere'), join(folder, 'sessions')];
      await mkdir(elsewhere);
      await symlink(elsewhere, path);
      await assert.rejects(makePlainFolder(path), { code: 'ENOTDIR' });
      await assert.rejects(new SessionFolder(path).write('a', 'text'), StorageError);
      assert.deepEqual(await readdir(elsewhere), []);
    });
  });
});
