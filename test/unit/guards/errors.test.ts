import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const root = 'AppError';

/** Each class below `src` that extends another, with the name of that one. */
async function subclasses(): Promise<Map<string, string>> {
  const parents = new Map<string, string>();
  for (const file of globSync('src/**/*.ts')) {
    const source = await readFile(file, 'utf8');
    for (const [, name, parent] of source.matchAll(/\bclass\b *(\w*)[^{;]*?\bextends +(\w+)/g)) {
      parents.set(name || `class without a name in ${file}`, String(parent));
    }
  }
  return parents;
}

/** The names of the union's members. */
async function knownErrors(): Promise<string[]> {
  const source = await readFile('src/core/errors/knownError.ts', 'utf8');
  const [, union = ''] = /^export type KnownError =([^;]+);/m.exec(source) ?? [];
  return [...union.matchAll(/\w+/g)].map(String);
}

describe('errors', () => {
  it('are all known: each class of the family is a member of KnownError', async () => {
    const parents = await subclasses();
    const isOfTheFamily = (name: string): boolean => {
      const parent = parents.get(name);
      return parent !== undefined && (parent === root || isOfTheFamily(parent));
    };
    assert.deepEqual(
      [...parents.keys()].filter(isOfTheFamily).toSorted(),
      (await knownErrors()).toSorted(),
    );
  });
});
