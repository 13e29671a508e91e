import assert from 'node:assert/strict';
import { build, type Metafile } from 'esbuild';

describe('activation', () => {
  it('evaluates no packages but those that the first labels need', async function () {
    const { metafile } = await build({
      entryPoints: ['src/extension.ts'],
      outdir: 'activation',
      bundle: true,
      splitting: true,
      format: 'esm',
      // As in esbuild.mjs.
      mainFields: ['module', 'main'],
      external: ['vscode'],
      metafile: true,
      platform: 'node',
      write: false,
      logLevel: 'silent',
    });
    const evaluated = evaluatedWith('activation/extension.js', metafile);
    assert.ok(evaluated.has('src/labelsView/labelsView.ts'));
    const packages = Array.from(evaluated, (file) =>
      /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.at(1),
    );
    assert.deepEqual([...new Set(packages)].filter((name) => name !== undefined).toSorted(), [
      '@vscode/l10n',
      'zod',
    ]);
  });
});

/** The source files that are evaluated along with a bundled one, not those that it imports later. */
function evaluatedWith(output: string, { outputs }: Metafile): ReadonlySet<string> {
  const bundled = new Set([output]);
  for (const each of bundled) {
    for (const { kind, path } of outputs[each]?.imports ?? []) {
      if (kind === 'import-statement' && path in outputs) {
        bundled.add(path);
      }
    }
  }
  return new Set(Array.from(bundled).flatMap((each) => Object.keys(outputs[each]?.inputs ?? {})));
}
