import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { copyCheckout, runIn } from '../../support/checkout.ts';
import { timeLimits } from '../../support/timeLimits.ts';

const run = promisify(execFile);
const sourceMapSchema = z.object({ sources: z.array(z.string()) });
const manifestSchema = z.object({ version: z.string() });

/** English texts, which are in the code too: VS Code reads translations alone. */
const english = 'l10n/bundle.l10n.json';

/** Everything that the VSIX needs; of each there is at least one. */
const needed = [
  /^package\.json$/,
  /^package\.nls(\.[a-z-]+)?\.json$/,
  /^README\.md$/,
  /^CHANGELOG\.md$/,
  /^LICENSE$/,
  /^l10n\/bundle\.l10n\.[a-z-]+\.json$/,
  /^media\/\w+\.(png|svg)$/,
  /^media\/walkthrough\/\w+\.svg$/,
  /^media\/label\.tmLanguage\.json$/,
  /^media\/labelLanguage\.json$/,
  /^dist\/main\.cjs$/,
  /^dist\/extension\.js$/,
  /^dist\/replaceWorker\.js$/,
  /^dist\/spreadsheetWorker\.js$/,
  /^dist\/chunks\/[\w-]+-[A-Z0-9]{8}\.js$/,
  /^dist\/label(Form|Grid)\/main\.(js|css)$/,
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
  // esbuild and vsce take as long as the machine lets them.
  this.timeout(timeLimits.longTest);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workforce-test-'));
    await copyCheckout(folder);
    await run(process.execPath, ['esbuild.mjs'], { cwd: folder });
  });

  after(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('holds the licence of each package that is bundled', async () => {
    const dist = join(folder, 'dist');
    const notices = await readFile(join(dist, 'ThirdPartyNotices.txt'), 'utf8');
    const named = [...notices.matchAll(/^(\S+) (\S+) \([^)]+\)$/gm)];
    const bundled = await packagesInSourceMaps(dist);
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
    // A package may have several holders.
    const sections = notices.split(/^-{80}\n(?=\S+ \S+ \([^)]+\)$)/m).slice(1);
    assert.equal(sections.length, bundled.length);
    for (const section of sections) {
      assert.match(section, /^copyright \(c\)/im);
    }
  });

  // How large it is, release/package.ts checks.
  it('holds what the extension needs and nothing else', async () => {
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
      ...(await readdir('l10n')).map((name) => `l10n/${name}`).filter((name) => name !== english),
    ];
    assert.deepEqual(
      texts.filter((text) => !files.includes(text)),
      [],
    );
  });

  it('is not built with a package that comes without a licence', async () => {
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

/** The names of the packages that the source maps below `folder` name, in their order. */
async function packagesInSourceMaps(folder: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const map of sourceMapsIn(folder)) {
    const { sources } = sourceMapSchema.parse(JSON.parse(map));
    for (const source of sources) {
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
      if (name !== undefined) {
        names.add(name);
      }
    }
  }
  return [...names].toSorted();
}

/** The source maps of a build: files of their own, and those within the scripts of webviews. */
async function* sourceMapsIn(folder: string): AsyncGenerator<string> {
  for (const file of globSync(join(folder, '**', '*.map'))) {
    yield await readFile(file, 'utf8');
  }
  for (const file of globSync(join(folder, 'label{Form,Grid}', 'main.js'))) {
    const [, map] = (await readFile(file, 'utf8')).split(
      'sourceMappingURL=data:application/json;base64,',
    );
    assert.ok(map);
    yield Buffer.from(map, 'base64').toString();
  }
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
