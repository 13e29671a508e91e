import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { GenerationMarker } from '../../../../src/core/session/generationMarker.ts';
import { accountOfSession } from '../../../../src/core/session/storedSession.ts';
import { storedSession } from '../../../support/storedSession.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';

const { id } = accountOfSession(storedSession());

describe('GenerationMarker', () => {
  it('shows every window the newest generation', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(join(folder, 'new'));
      assert.equal(await marker.read(id), 0);
      await marker.write(id, 41);
      await marker.write(id, 42);
      assert.equal(await new GenerationMarker(join(folder, 'new')).read(id), 42);
      assert.deepEqual(await readdir(join(folder, 'new')), [`${id}.generation`]);
    });
  });

  it('stands two who write at the same time', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(folder);
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => await marker.write(id, index)),
      );
      assert.ok((await marker.read(id)) < 20);
    });
  });

  it('takes what is no number for nothing', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(folder);
      for (const text of ['', '-1', '1e9', '1\n2', '9'.repeat(40)]) {
        await writeFile(join(folder, `${id}.generation`), text);
        assert.equal(await marker.read(id), 0);
      }
    });
  });

  it('distinguishes an earlier run from this one', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(folder);
      await marker.write(id, 1);
      assert.equal(await marker.isFromEarlierRun(id), false);
      const earlier = new Date(performance.timeOrigin - 61_000);
      await utimes(join(folder, `${id}.generation`), earlier, earlier);
      assert.equal(await marker.isFromEarlierRun(id), true);
    });
  });

  it('says so if the folder cannot be used', async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, 'file');
      await writeFile(file, '');
      const marker = new GenerationMarker(file);
      await assert.rejects(marker.read(id), StorageError);
      await assert.rejects(marker.write(id, 1), StorageError);
    });
  });
});
