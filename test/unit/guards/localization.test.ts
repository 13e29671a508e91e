import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

describe('localization', () => {
  it('has a bundle that is up to date: npm run l10n', async function () {
    // The program takes as long as the machine lets it.
    this.timeout(300_000);
    const folder = await mkdtemp(join(tmpdir(), 'l10n-'));
    try {
      const tool = join('node_modules', '@vscode', 'l10n-dev', 'dist', 'cli.js');
      await promisify(execFile)(process.execPath, [tool, 'export', '-o', folder, 'src']);
      const fresh: unknown = JSON.parse(await readFile(join(folder, 'bundle.l10n.json'), 'utf8'));
      const present: unknown = JSON.parse(await readFile('l10n/bundle.l10n.json', 'utf8'));
      assert.deepEqual(present, fresh);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
