import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A word that only code has: letters of both kinds, with a capital one inside. */
const codeWord = /^[A-Za-z]*[a-z][A-Z]\w*/;

const exported = /^export (?:async |abstract )?(?:class|const|function\*?|interface|type) (\w+)/gm;

/** The names that the files of `folder` export, and those of the files themselves. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const file of globSync(`${folder}/**/*.ts`)) {
    names.add(path.basename(file, '.ts'));
    const source = await readFile(file, 'utf8');
    for (const [, name = ''] of source.matchAll(exported)) {
      names.add(name);
    }
  }
  return names;
}

describe('titles of tests', () => {
  it('name what the folder that they mirror exports', async () => {
    const stale: string[] = [];
    for (const file of globSync('test/unit/**/*.test.ts')) {
      const source = await readFile(file, 'utf8');
      for (const [, title = ''] of source.matchAll(/^describe\(\s*['`](.*)['`],/gm)) {
        const [name] = codeWord.exec(title) ?? [];
        const mirrored = path.dirname(file).replace(/^test.unit/, 'src');
        if (name !== undefined && !(await namesIn(mirrored)).has(name)) {
          stale.push(`${file}: ${name}`);
        }
      }
    }
    assert.deepEqual(stale, []);
  });
});
