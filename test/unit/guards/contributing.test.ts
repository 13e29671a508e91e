import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });
/** Made by a build or a test run. */
const generated = new Set(['dist/screenshots', '.vscode-test']);

/** Commands of npm itself. */
const ownCommands = new Set(['ci', 'install']);

/** What says where things are. */
const documents = ['CONTRIBUTING.md', 'docs/architecture.md'];

/** The files and folders of the project that a document names. */
async function namedPaths(document: string): Promise<string[]> {
  const text = await readFile(document, 'utf8');
  const shape = /(?:\b(?:src|test|dist|docs)\/|\.vscode|\.oxlint)[\w./-]*\w/g;
  return [...text.matchAll(shape)].map(String);
}

describe('what says where things are', () => {
  for (const document of documents) {
    it(`names files and folders that exist: ${document}`, async () => {
      const named = await namedPaths(document);
      assert.ok(named.includes('src/extension.ts'));
      assert.deepEqual(
        named.filter((path) => !generated.has(path) && !existsSync(path)),
        [],
      );
    });
  }

  it('names every folder below src that holds files', async () => {
    const named = new Set((await Promise.all(documents.map(namedPaths))).flat());
    const folders = new Set<string>();
    for (const file of globSync('src/*/**/*.{ts,css}')) {
      folders.add(dirname(file).replaceAll('\\', '/'));
    }
    assert.ok(folders.has('src/core/errors'));
    assert.deepEqual(
      [...folders].filter((folder) => !named.has(folder)),
      [],
    );
  });
});

describe('CONTRIBUTING.md', () => {
  it('names scripts that exist', async () => {
    const text = await readFile('CONTRIBUTING.md', 'utf8');
    const { scripts } = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
    const named = [...text.matchAll(/`npm (?:run )?(?:--silent )?([\w:]+)/g)].map(
      ([, name]) => name,
    );
    assert.ok(named.includes('start'));
    assert.deepEqual(
      named.filter((name) => !ownCommands.has(name ?? '') && scripts[name ?? ''] === undefined),
      [],
    );
  });
});
