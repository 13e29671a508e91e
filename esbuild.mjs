/// <reference types="node" />
// Bundles the extension and the pages of its webviews into dist/, with the licences of what is in them. Options:
//   --production  minified, without source maps
//   --tests       also bundles the integration tests, into dist/test/
//   --watch       bundles again after every change, until stopped
import { copyFileSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';
import * as z from 'zod';

const noticesFile = 'dist/ThirdPartyNotices.txt';
const packageSchema = z.object({ name: z.string(), license: z.string(), version: z.string() });

const { values: options } = parseArgs({
  options: {
    production: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  },
});

/** Licence texts of packages that ship without one, copied from their repositories. */
const textsLeftOut = new Map([
  [
    '@vscode/l10n',
    [
      `MIT License

Copyright (c) Microsoft Corporation.

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE`,
    ],
  ],
]);

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  minify: options.production,
  sourcemap: options.production ? false : 'linked',
  // The licences are in noticesFile.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/** @type {import('esbuild').BuildOptions} */
const extensionHost = {
  ...shared,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  // jsonc-parser's CommonJS entry cannot be bundled.
  mainFields: ['module', 'main'],
  splitting: true,
  external: ['vscode'],
  // Dependencies in CommonJS call `require`, which an ES module does not have.
  banner: {
    js: "import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);",
  },
};

/** @type {import('esbuild').BuildOptions} */
const main = {
  ...shared,
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  external: ['vscode'],
  plugins: [
    {
      name: 'bundled-apart',
      setup: (bundle) =>
        bundle.onResolve({ filter: /^\.\/extension\.ts$/ }, () => ({
          path: './extension.js',
          external: true,
        })),
    },
  ],
};

/** @type {import('esbuild').BuildOptions[]} */
const shipped = [
  main,
  {
    ...extensionHost,
    entryPoints: [
      { in: 'src/extension.ts', out: 'extension' },
      { in: 'src/core/labels/changes/plan/replaceWorker.ts', out: 'replaceWorker' },
      { in: 'src/core/spreadsheet/spreadsheetWorker.ts', out: 'spreadsheetWorker' },
    ],
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [startInOneFile('src/extension.ts')],
  },
  webview('src/labelEditor/client/main.ts', 'dist/labelForm'),
  webview('src/labelGrid/client/main.ts', 'dist/labelGrid'),
];

/** @type {import('esbuild').BuildOptions} */
const tests = {
  ...extensionHost,
  entryPoints: ['test/integration/index.ts', ...globSync('test/integration/**/*.test.ts')],
  outbase: 'test',
  outdir: 'dist/test',
  chunkNames: 'chunks/[name]-[hash]',
  external: ['vscode', 'mocha'],
};

/** @type {import('esbuild').BuildOptions} */
const consumer = {
  ...extensionHost,
  entryPoints: ['test/consumer/extension.ts'],
  outdir: 'dist/test/consumer',
  // It is copied to where extensions are installed, without chunks of others.
  splitting: false,
};
const bundles = options.tests ? [...shipped, tests, consumer] : shipped;

const threads = ['replaceWorker.js', 'spreadsheetWorker.js'];
const scripts = ['main.cjs', 'extension.js', ...threads].flatMap((name) => [name, `${name}.map`]);
for (const output of [...scripts, 'chunks', 'labelForm', 'labelGrid', 'test']) {
  rmSync(`dist/${output}`, { recursive: true, force: true });
}
rmSync(noticesFile, { force: true });
if (options.watch) {
  const plugins = [reportProgress(bundles.length)];
  const contexts = await Promise.all(bundles.map((bundle) => context({ ...bundle, plugins })));
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  const results = await Promise.all(bundles.map((bundle) => build(bundle)));
  const metafiles = results.slice(0, shipped.length).map(({ metafile }) => metafile);
  writeFileSync(noticesFile, thirdPartyNotices(packagesIn(metafiles)));
  if (options.tests) {
    copyFileSync('test/consumer/package.json', 'dist/test/consumer/package.json');
  }
}

/**
 * Returns the bundle of what runs in a webview.
 * @param {string} entry
 * @param {string} outdir
 * @returns {import('esbuild').BuildOptions}
 */
function webview(entry, outdir) {
  return {
    ...shared,
    entryPoints: [entry],
    outdir,
    // It is part of a page that has no address of its own.
    sourcemap: options.production ? false : 'inline',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
  };
}

/**
 * Puts what `entry` loads at once into one file: each file that is loaded takes time by itself. esbuild
 * puts together what the same entry points and `import()`s lead to, so each `import()` is made to lead to
 * `entry`, which is loaded by then.
 * @param {string} entry
 * @returns {import('esbuild').Plugin}
 */
function startInOneFile(entry) {
  return {
    name: 'start-in-one-file',
    setup: async (bundle) => {
      const { plugins: _, ...initial } = bundle.initialOptions;
      const { metafile } = await build({ ...initial, metafile: true, write: false });
      const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
      const lazy = new Set(
        imports.flatMap(({ kind, path }) => (kind === 'dynamic-import' ? resolve(path) : [])),
      );
      bundle.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        lazy.has(path)
          ? {
              contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(resolve(entry))};\n`,
              loader: 'ts',
            }
          : undefined,
      );
    },
  };
}

/**
 * Prints when a build starts and when all bundles are built, for the problem matcher in .vscode/tasks.json.
 * @param {number} count how many bundles share the plugin; each of them is built once at the start
 * @returns {import('esbuild').Plugin}
 */
function reportProgress(count) {
  let unfinished = count;
  print('[watch] build started');
  return {
    name: 'report-progress',
    setup: (bundle) => {
      let isFirst = true;
      bundle.onStart(() => {
        if (!isFirst && unfinished++ === 0) {
          print('[watch] build started');
        }
        isFirst = false;
      });
      bundle.onEnd(() => {
        unfinished--;
        if (unfinished === 0) {
          print('[watch] build finished');
        }
      });
    },
  };
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Returns the folders of the packages of which the bundles contain something.
 * @param {(import('esbuild').Metafile | undefined)[]} metafiles
 */
function packagesIn(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile?.outputs ?? {}));
  const files = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])),
  );
  const folder = /^.*\bnode_modules\/(@[^/]+\/)?[^/]+(?=\/)/;
  return [...new Set(files.flatMap((file) => folder.exec(file)?.[0] ?? []))].sort();
}

/**
 * Returns name, version and licence text of the package in each folder. Throws if one has no text.
 * @param {string[]} folders
 */
function thirdPartyNotices(folders) {
  const line = '-'.repeat(80);
  const notices = folders.map((folder) => {
    const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
    const { name, license, version } = packageSchema.parse(JSON.parse(manifest));
    const texts = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const known = texts.length > 0 ? texts : (textsLeftOut.get(name) ?? []);
    if (known.length === 0) {
      throw new Error(`${name} is bundled, but its package holds no licence text.`);
    }
    return [line, `${name} ${version} (${license})`, line, '', ...known, ''].join('\n');
  });
  return ['Workforce Labels contains these packages:', '', ...notices].join('\n');
}
