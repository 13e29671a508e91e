import assert from 'node:assert/strict';
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { parseConnection } from '../../../src/core/connections/connection.ts';
import { extensionId, settingIds } from '../../../src/ids.ts';
import { runIn } from '../../support/checkout.ts';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';

/** The code in a document that is marked as `language`, one text for each block. */
function codeIn(document: string, language: string): readonly string[] {
  const blocks = document.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, marked, code = '']) => (marked === language ? code : []));
}

describe('docs/api.md', () => {
  it('has an example that compiles with the checks of this project', async function () {
    // The compiler takes as long as the machine lets it.
    this.timeout(120_000);
    const [example, ...others] = codeIn(await readFile('docs/api.md', 'utf8'), 'ts');
    assert.deepEqual(others, []);
    assert.ok(example);
    await inTemporaryFolder(async (folder) => {
      const types = 'workforceApi.ts';
      await copyFile(join('src', 'agents', types), join(folder, types));
      await copyFile('package.json', join(folder, 'package.json'));
      await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
      const lines = [
        "import * as vscode from 'vscode';",
        `import type { WorkforceExports } from './${types}';`,
        example,
      ];
      await writeFile(join(folder, 'example.ts'), lines.join('\n'));
      const configuration = { extends: resolve('tsconfig.json'), include: ['*.ts'], exclude: [] };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
      const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
      const compiled = runIn(folder, process.execPath, [compiler, '-p', '.']);
      await compiled.catch((error: unknown) => {
        assert.fail(z.object({ stdout: z.string() }).parse(error).stdout);
      });
    });
  });
});

describe('docs/administration.md', () => {
  it('has settings to roll out that the extension takes as they are', async () => {
    const [settings, ...others] = codeIn(await readFile('docs/administration.md', 'utf8'), 'json');
    assert.deepEqual(others, []);
    const values = z.record(z.string(), z.unknown()).parse(JSON.parse(settings ?? ''));
    const known = new Set<string>(Object.values(settingIds));
    assert.deepEqual(
      Object.keys(values).filter((id) => !known.has(id)),
      [],
    );
    const connections = z.array(z.unknown()).parse(values[settingIds.connections]);
    assert.ok(connections.length > 0);
    for (const connection of connections) {
      parseConnection(connection, `vscode://${extensionId}/callback`);
    }
  });
});
