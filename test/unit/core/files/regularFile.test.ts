import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  openRegularFile,
  regularFileIncludes,
  readRegularFile,
} from '../../../../src/core/files/regularFile.ts';
import { plantedEntries } from '../../../support/plantedEntries.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('a regular file', () => {
  for (const [name, plant] of Object.entries(plantedEntries)) {
    it(`is not ${name}, which is neither waited for nor followed`, async () => {
      await inTemporaryFolder(async (folder) => {
        const path = join(folder, 'entry');
        await plant(path);
        assert.equal(await readRegularFile(path, 100), undefined);
        assert.equal(await openRegularFile(path, 'append'), undefined);
      });
    });
  }

  it('is read up to what is asked for, and appended to', async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, 'file');
      assert.equal(await readRegularFile(path, 100), undefined);
      await writeFile(path, 'x'.repeat(50_000));
      assert.equal(await readRegularFile(path, 40_000), 'x'.repeat(40_000));
      await writeFile(path, '文'.repeat(20_000));
      assert.equal(await readRegularFile(path, 50_000), `${'文'.repeat(16_666)}\uFFFD`);
      await writeFile(path, 'x'.repeat(50_000));
      const file = await openRegularFile(path, 'append');
      await file?.appendFile('y');
      await file?.close();
      assert.equal(await readFile(path, 'utf8'), `${'x'.repeat(50_000)}y`);
    });
  });

  it('is searched for a text, also where that lies between two pieces', async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, 'file');
      assert.equal(await regularFileIncludes(path, '"关键"'), false);
      for (let before = 16_370; before < 16_390; before++) {
        await writeFile(path, `${'x'.repeat(before)}"关键"${'y'.repeat(20_000)}`);
        assert.equal(await regularFileIncludes(path, '"关键"'), true, String(before));
        assert.equal(await regularFileIncludes(path, '"关"'), false, String(before));
      }
    });
  });
});
