/// <reference types="node" />
// Bundles the extension and the label form into dist/. Options:
//   --production  minified, without source maps
//   --tests       the integration tests as well, into dist/test/
//   --watch       again after every change, until stopped
import { globSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';

const { values: options } = parseArgs({
  options: {
    production: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  },
});

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  minify: options.production,
  sourcemap: options.production ? false : 'linked',
  legalComments: 'none',
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

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  {
    ...extensionHost,
    entryPoints: ['src/extension.ts'],
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
  },
  {
    ...shared,
    entryPoints: ['src/labelEditor/client/main.ts'],
    outdir: 'dist/labelForm',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  },
];

if (options.tests) {
  bundles.push({
    ...extensionHost,
    entryPoints: ['test/integration/index.ts', ...globSync('test/integration/**/*.test.ts')],
    outbase: 'test',
    outdir: 'dist/test',
    chunkNames: 'chunks/[name]-[hash]',
    external: ['vscode', 'mocha'],
  });
}

for (const output of ['extension.js', 'extension.js.map', 'chunks', 'labelForm', 'test']) {
  rmSync(`dist/${output}`, { recursive: true, force: true });
}
if (options.watch) {
  const contexts = await Promise.all(bundles.map((bundle) => context(bundle)));
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  await Promise.all(bundles.map((bundle) => build(bundle)));
}
