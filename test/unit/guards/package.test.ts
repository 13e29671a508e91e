import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, glob, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { copyCheckout, runIn } from '../../support/checkout.ts';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';

const run = promisify(execFile);
const largestSize = 600_000;
const sourceMapSchema = z.object({ sources: z.array(z.string()) });
const manifestSchema = z.object({ version: z.string() });

/** Everything that the VSIX needs; of each there is at least one. */
const needed = [
  /^package\.json$/,
  /^package\.nls(\.[a-z-]+)?\.json$/,
  /^README\.md$/,
  /^CHANGELOG\.md$/,
  /^LICENSE$/,
  /^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^media\/\w+\.(png|svg)$/,
  /^media\/walkthrough\/\w+\.svg$/,
  /^media\/label\.tmLanguage\.json$/,
  /^media\/labelLanguage\.json$/,
  /^dist\/extension\.js$/,
  /^dist\/replaceWorker\.js$/,
  /^dist\/chunks\/[\w-]+-[A-Z0-9]{8}\.js$/,
  /^dist\/labelForm\/main\.(js|css)$/,
  /^dist\/ThirdPartyNotices\.txt$/,
];

/** What lies about in a checkout. */
const strays = [
  '.env',
  'CONTRIBUTING.md',
  'notes.txt',
  'dist/extension.js.map',
  'dist/test/index.js',
  'src/left.ts',
];

describe('package', function () {
  // npm, esbuild and vsce take as long as the machine lets them.
  this.timeout(120_000);

  it('holds what the extension needs and nothing else, and is small', async () => {
    await inTemporaryFolder(async (folder) => {
      await copyCheckout(folder);
      await runIn(folder, 'npm', ['run', '--silent', 'package']);
      await Promise.all(strays.map(async (stray) => await leave(join(folder, stray))));
      const vsce = join('node_modules', '@vscode', 'vsce', 'vsce');
      const listed = await runIn(folder, process.execPath, [vsce, 'ls', '--no-dependencies']);
      const files = listed.trim().split('\n');
      assert.deepEqual(
        files.filter((file) => !needed.some((pattern) => pattern.test(file))),
        [],
      );
      assert.deepEqual(
        needed.filter((pattern) => !files.some((file) => pattern.test(file))),
        [],
      );
      const texts = [
        ...(await readdir('.')).filter((name) => name.startsWith('package.nls.')),
        ...(await readdir('l10n')).map((name) => `l10n/${name}`),
      ];
      assert.deepEqual(
        texts.filter((text) => !files.includes(text)),
        [],
      );
      const { size } = await stat(join(folder, 'dist', 'workforce-labels.vsix'));
      assert.ok(size < largestSize, `${size} bytes`);
    });
  });

  it('holds the licence of each package that is bundled', async () => {
    await inTemporaryFolder(async (folder) => {
      await copyCheckout(folder);
      await run(process.execPath, ['esbuild.mjs'], { cwd: folder });
      const notices = await readFile(join(folder, 'dist', 'ThirdPartyNotices.txt'), 'utf8');
      const named = [...notices.matchAll(/^(\S+) (\S+) \([^)]+\)$/gm)];
      const bundled = await packagesInSourceMaps(join(folder, 'dist'));
      assert.ok(bundled.includes('zod'));
      assert.deepEqual(
        named.map(([, name]) => name),
        bundled,
      );
      for (const [, name = '', version] of named) {
        const [manifest, ...licences] = await readPackage(name);
        assert.equal(version, manifest.version, name);
        for (const licence of licences) {
          assert.ok(notices.includes(licence), name);
        }
      }
      assert.equal(notices.match(/^copyright \(c\)/gim)?.length, bundled.length);
    });
  });

  it('is not built with a package that comes without a licence', async () => {
    await inTemporaryFolder(async (folder) => {
      await copyCheckout(folder);
      const manifest = { name: 'unlicensed', version: '1.0.0', license: 'MIT', main: 'main.js' };
      const unlicensed = join(folder, 'src', 'node_modules', 'unlicensed');
      await leave(join(unlicensed, 'package.json'), JSON.stringify(manifest));
      await leave(join(unlicensed, 'main.js'), 'console.log(1);');
      await appendFile(join(folder, 'src', 'extension.ts'), "import 'unlicensed';");
      await assert.rejects(
        run(process.execPath, ['esbuild.mjs'], { cwd: folder }),
        /unlicensed is bundled, but its package holds no licence text/,
      );
    });
  });
});

/** The names of the packages that the source maps below `folder` name, in their order. */
async function packagesInSourceMaps(folder: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob(join(folder, '**', '*.map'))) {
    const { sources } = sourceMapSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    for (const source of sources) {
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
      if (name !== undefined) {
        names.add(name);
      }
    }
  }
  return [...names].toSorted();
}

/** The manifest of a package, and the licence texts that it holds. */
async function readPackage(name: string): Promise<[{ version: string }, ...string[]]> {
  const folder = join('node_modules', name);
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
  );
  const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file));
  const texts = await Promise.all(
    files.map(async (file) => (await readFile(join(folder, file), 'utf8')).trim()),
  );
  return [manifest, ...texts];
}

async function leave(file: string, text = 'Of no use to anybody.'): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
