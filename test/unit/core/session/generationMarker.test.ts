import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { GenerationMarker } from '../../../../src/core/session/generationMarker.ts';
import { SessionFolder } from '../../../../src/core/session/sessionFolder.ts';
import { firstLineage, lineageOf } from '../../../../src/core/session/storedSession.ts';
import { storedSession } from '../../../support/storedSession.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';

const lineage = lineageOf(storedSession());
const { id } = lineage;
const fileName = `${id}.${lineage.lineage}.generation`;

describe('GenerationMarker', () => {
  it('shows every window the newest generation', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(new SessionFolder(join(folder, 'new')));
      assert.equal(await marker.read(lineage), 0);
      await marker.write(lineage, 41);
      await marker.write(lineage, 42);
      assert.equal(
        await new GenerationMarker(new SessionFolder(join(folder, 'new'))).read(lineage),
        42,
      );
      assert.deepEqual(await readdir(join(folder, 'new')), [fileName]);
    });
  });

  it('stands two who write at the same time', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(new SessionFolder(folder));
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => await marker.write(lineage, index)),
      );
      assert.ok((await marker.read(lineage)) < 20);
    });
  });

  it('takes what is no number for nothing', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(new SessionFolder(folder));
      for (const text of ['', '-1', '1e9', '1\n2', '9'.repeat(40)]) {
        await writeFile(join(folder, fileName), text);
        assert.equal(await marker.read(lineage), 0);
      }
    });
  });

  it('distinguishes an earlier run from this one', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(new SessionFolder(folder));
      await marker.write(lineage, 1);
      assert.equal(await marker.isFromEarlierRun(lineage), false);
      const earlier = new Date(performance.timeOrigin - 61_000);
      await utimes(join(folder, fileName), earlier, earlier);
      assert.equal(await marker.isFromEarlierRun(lineage), true);
    });
  });

  it('keeps sign-ins apart, and reads what was noted before they were', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(new SessionFolder(folder));
      await writeFile(join(folder, `${id}.generation`), '9');
      await marker.write(lineage, 1);
      assert.equal(await marker.read({ id, lineage: firstLineage }), 9);
      assert.equal(await marker.read(lineage), 1);
      assert.equal(await marker.read({ id, lineage: 'f'.repeat(16) }), 0);
    });
  });

  it('lists the sign-ins of all accounts, and nothing else in the folder', async () => {
    await inTemporaryFolder(async (folder) => {
      const marker = new GenerationMarker(new SessionFolder(folder));
      assert.deepEqual(await marker.lineages(), []);
      const other = lineageOf(storedSession({ tenantId: 'other' }));
      const first = { id, lineage: firstLineage };
      for (const each of [lineage, other, first]) {
        await marker.write(each, 1);
      }
      const names = ['x.generation', `${id}.generation.1`, `${id}.${'0'.repeat(16)}.generation`];
      for (const name of [...names, `${id}.2.free`, `${id}.x.generation`, fileName + '.new']) {
        await writeFile(join(folder, name), '1');
      }
      assert.deepEqual(new Set(await marker.lineages()), new Set([lineage, other, first]));
      assert.deepEqual(new Set(await marker.lineages(id)), new Set([lineage, first]));
    });
  });

  it('says so if the folder cannot be used', async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, 'file');
      await writeFile(file, '');
      const marker = new GenerationMarker(new SessionFolder(file));
      await assert.rejects(marker.read(lineage), StorageError);
      await assert.rejects(marker.write(lineage, 1), StorageError);
    });
  });
});
