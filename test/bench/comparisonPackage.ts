import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as z from 'zod';
import { runQuietly } from '../host/childProcess.ts';
import { installVisualStudioCode } from '../host/installVisualStudioCode.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = fileURLToPath(new URL('comparison', import.meta.url));

/** Packages the extensions that ours is compared with. Returns the VSIX files, which are below `dist`. */
export async function packageComparisons(): Promise<readonly string[]> {
  return [await packageComparison(), await packageGitHubCopy()];
}

async function packageComparison(): Promise<string> {
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
  return await packageFolder(folder);
}

/**
 * The github-authentication that VS Code comes with, under an ID of its own and asked for by nothing:
 * VS Code activates the original in every window as soon as it opens.
 */
async function packageGitHubCopy(): Promise<string> {
  const { serverMain } = await installVisualStudioCode();
  const folder = path.join(root, 'dist', 'comparison-github');
  cpSync(path.resolve(serverMain, '../../extensions/github-authentication'), folder, {
    recursive: true,
  });
  const manifest = path.join(folder, 'package.json');
  const { browser: _browser, ...original } = z
    .looseObject({ browser: z.unknown(), contributes: z.looseObject({}) })
    .parse(JSON.parse(readFileSync(manifest, 'utf8')));
  const { authentication: _authentication, ...contributes } = original.contributes;
  const copy = { ...original, publisher: 'workforce-bench', activationEvents: [], contributes };
  writeFileSync(manifest, JSON.stringify(copy));
  return await packageFolder(folder);
}

async function packageFolder(folder: string): Promise<string> {
  const vsix = `${folder}.vsix`;
  const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await runQuietly(process.execPath, [vsce, 'package', ...options, '--out', vsix], {
    cwd: folder,
    logFile: `${folder}.log`,
    timeLimit: 120_000,
  });
  return vsix;
}
