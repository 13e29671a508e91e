import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { sourceTexts } from '../../../release/sourceTexts.ts';

describe('localization', () => {
  it('has a bundle that is up to date: npm run l10n', async () => {
    const present: unknown = JSON.parse(await readFile('l10n/bundle.l10n.json', 'utf8'));
    assert.deepEqual(present, await sourceTexts());
  });
});
