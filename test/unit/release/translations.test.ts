import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { missingText, missingTranslations } from '../../../release/translations.ts';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('missing translations', () => {
  it('are listed by file, and nothing else is', async () => {
    await inTemporaryFolder(async (folder) => {
      const write = async (file: string, texts: object): Promise<void> =>
        await writeFile(path.join(folder, file), JSON.stringify(texts));
      await mkdir(path.join(folder, 'l10n'));
      await write('l10n/bundle.l10n.json', { One: 'One', Two: { message: 'Two', comment: [] } });
      await write('l10n/bundle.l10n.de.json', { One: 'Eins' });
      await write('l10n/bundle.l10n.fr.json', { One: 'Un', Two: 'Deux' });
      await write('package.nls.json', { title: 'Title' });
      await write('package.nls.fr.json', {});
      const missing = missingTranslations(folder);
      assert.deepEqual(missing, [
        { file: 'l10n/bundle.l10n.de.json', keys: ['Two'] },
        { file: 'package.nls.fr.json', keys: ['title'] },
      ]);
      assert.equal(
        missingText(missing),
        'l10n/bundle.l10n.de.json lacks:\n  Two\npackage.nls.fr.json lacks:\n  title\n',
      );
      assert.equal(missingText([]), '');
    });
  });

  it('keep a release from being packaged', async () => {
    const release = await readFile('.github/workflows/release.yml', 'utf8');
    const check = release.indexOf('run: node release/checkTranslations.ts');
    assert.notEqual(check, -1);
    assert.ok(check < release.indexOf('run: npm run package'));
  });
});
