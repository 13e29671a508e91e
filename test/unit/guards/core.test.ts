import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { build } from 'esbuild';

describe('core', () => {
  it('bundles without vscode', async function () {
    const { metafile, errors } = await build({
      entryPoints: globSync('src/core/**/*.ts'),
      outdir: 'core',
      bundle: true,
      format: 'esm',
      splitting: true,
      metafile: true,
      platform: 'node',
      write: false,
      logLevel: 'silent',
    });
    assert.deepEqual(errors, []);
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    const outside = new Set(imports.filter(({ external }) => external).map(({ path }) => path));
    assert.deepEqual(
      [...outside].filter((path) => !isBuiltin(path)),
      [],
    );
  });
});
