import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  changedManifestTexts,
  changedText,
  recordManifestTexts,
} from '../../../release/manifestTexts.ts';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';

const translatedFile = 'release/translatedManifestTexts.json';

describe('the texts of the manifest', () => {
  it('are listed when they change after their translation, until somebody has gone over it', async () => {
    await inTemporaryFolder(async (folder) => {
      const write = async (file: string, texts: object): Promise<void> =>
        await writeFile(path.join(folder, file), JSON.stringify(texts));
      await mkdir(path.join(folder, 'release'));
      await write(translatedFile, { kept: 'Kept', changed: 'Before', gone: 'Gone' });
      await write('package.nls.json', { kept: 'Kept', changed: 'After', added: 'Added' });

      recordManifestTexts(folder, []);
      const changed = changedManifestTexts(folder);
      assert.deepEqual(changed, ['changed']);
      assert.match(changedText(changed), /Go over package\.nls\.\*\.json[^]*\n {2}changed\n$/);

      recordManifestTexts(folder, ['changed']);
      assert.equal(changedText(changedManifestTexts(folder)), '');
      assert.deepEqual(JSON.parse(await readFile(path.join(folder, translatedFile), 'utf8')), {
        kept: 'Kept',
        changed: 'After',
        added: 'Added',
      });
    });
  });
});
