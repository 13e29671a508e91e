import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { windowsOf } from '../../e2e/shares.ts';

describe('end-to-end tests', () => {
  it('that share a window run one after the other', async () => {
    const sharing = new Map<string, string[]>();
    const names: string[] = [];
    for (const file of globSync('test/e2e/*.test.ts')) {
      const name = path.basename(file, '.test.ts');
      names.push(name);
      const source = await readFile(file, 'utf8');
      for (const [, window = ''] of source.matchAll(
        /^import \{ (\w+) \} from '.\/windows.ts';/gm,
      )) {
        sharing.set(window, [...(sharing.get(window) ?? []), name]);
      }
    }
    const rows = windowsOf(names).map((window) => window.map(([name]) => name).toSorted());
    assert.ok(sharing.size > 0);
    for (const [window, files] of sharing) {
      assert.deepEqual(
        rows.find((row) => files.some((file) => row.includes(file))),
        files.toSorted(),
        window,
      );
    }
  });
});
