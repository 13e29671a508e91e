import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });
/** Made by a build or a test run. */
const generated = new Set(['dist/screenshots', '.vscode-test']);

describe('CONTRIBUTING.md', () => {
  it('names files and folders that exist', async () => {
    const text = await readFile('CONTRIBUTING.md', 'utf8');
    const named = [...text.matchAll(/(?:\b(?:src|test|dist)\/|\.vscode|\.oxlint)[\w./-]*\w/g)].map(
      String,
    );
    assert.ok(named.includes('src/extension.ts'));
    assert.deepEqual(
      named.filter((path) => !generated.has(path) && !existsSync(path)),
      [],
    );
  });

  it('names scripts that exist', async () => {
    const text = await readFile('CONTRIBUTING.md', 'utf8');
    const { scripts } = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
    const named = [...text.matchAll(/`npm (?:run )?(?:--silent )?([\w:]+)/g)].map(
      ([, name]) => name,
    );
    assert.ok(named.includes('start'));
    assert.deepEqual(
      named.filter((name) => name !== 'ci' && scripts[name ?? ''] === undefined),
      [],
    );
  });
});
