import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { runQuietly } from '../host/childProcess.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = fileURLToPath(new URL('comparison', import.meta.url));

/** Packages the extension that ours is compared with. Returns the VSIX file, which is below `dist`. */
export async function packageComparison(): Promise<string> {
  const folder = path.join(root, 'dist', 'comparison');
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'icon.svg']) {
    copyFileSync(path.join(source, file), path.join(folder, file));
  }
  await build({
    entryPoints: [path.join(source, 'extension.ts')],
    outfile: path.join(folder, 'extension.js'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    external: ['vscode'],
    logLevel: 'error',
  });
  const vsix = path.join(root, 'dist', 'comparison.vsix');
  const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await runQuietly(process.execPath, [vsce, 'package', ...options, '--out', vsix], {
    cwd: folder,
    logFile: path.join(root, 'dist', 'comparison.log'),
    timeLimit: 120_000,
  });
  return vsix;
}
