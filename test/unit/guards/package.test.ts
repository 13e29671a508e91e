import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';

const run = promisify(execFile);
const largestSize = 600_000;

/** Everything that the VSIX needs; of each there is at least one. */
const needed = [
  /^package\.json$/,
  /^package\.nls(\.[a-z-]+)?\.json$/,
  /^README\.md$/,
  /^CHANGELOG\.md$/,
  /^LICENSE$/,
  /^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^media\/\w+\.(png|svg)$/,
  /^media\/label\.tmLanguage\.json$/,
  /^media\/labelLanguage\.json$/,
  /^dist\/extension\.js$/,
  /^dist\/chunks\/[\w-]+-[A-Z0-9]{8}\.js$/,
  /^dist\/labelForm\/main\.(js|css)$/,
];

/** What lies about in a checkout. */
const strays = ['.env', 'notes.txt', 'dist/extension.js.map', 'dist/test/index.js', 'src/left.ts'];

describe('package', () => {
  it('holds what the extension needs and nothing else, and is small', async function () {
    this.timeout(120_000);
    await inTemporaryFolder(async (folder) => {
      await copyCheckout(folder);
      const options = {
        cwd: folder,
        env: {
          ...process.env,
          PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
        },
      };
      await run('npm', ['run', '--silent', 'package'], options);
      await Promise.all(strays.map(async (stray) => await leave(join(folder, stray))));
      const vsce = join(folder, 'node_modules', '.bin', 'vsce');
      const { stdout } = await run(vsce, ['ls', '--no-dependencies'], options);
      const files = stdout.trim().split('\n');
      assert.deepEqual(
        files.filter((file) => !needed.some((pattern) => pattern.test(file))),
        [],
      );
      assert.deepEqual(
        needed.filter((pattern) => !files.some((file) => pattern.test(file))),
        [],
      );
      const { size } = await stat(join(folder, 'dist', 'workforce-labels.vsix'));
      assert.ok(size < largestSize, `${size} bytes`);
    });
  });
});

async function copyCheckout(folder: string): Promise<void> {
  const leftOut = new Set(['.git', '.vscode-test', 'dist', 'node_modules']);
  for (const name of await readdir('.')) {
    if (!leftOut.has(name)) {
      await cp(name, join(folder, name), { recursive: true });
    }
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
}

async function leave(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'Of no use to anybody.');
}
