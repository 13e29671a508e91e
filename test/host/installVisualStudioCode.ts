import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { processState } from '../../src/core/async/runningProcess.ts';
import { timeLimits } from '../support/timeLimits.ts';
import { runQuietly } from './childProcess.ts';
import { findOnPath, installSystemPackages } from './systemPackages.ts';

/** The releases of VS Code that can be installed; `oldest` is the one that package.json promises. */
const releases = {
  current: { codeServer: '4.139.1', node: '24', environment: {} },
  // Its proxy for addresses of this machine drops their path: a browser on this machine needs none.
  oldest: { codeServer: '4.110.0', node: '22', environment: { VSCODE_PROXY_URI: '' } },
} as const;
type ReleaseName = keyof typeof releases;
type Release = (typeof releases)[ReleaseName];

/** An installed VS Code for browsers. All are absolute paths. */
export interface VisualStudioCode {
  readonly release: ReleaseName;
  /** The Node.js that it runs in. */
  readonly node: string;
  /** VS Code's own server: the one for tests inside the extension host. */
  readonly serverMain: string;
  /** code-server: the whole product, with a profile on disk. */
  readonly codeServer: string;
  /** What code-server needs in its environment. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Installs VS Code as the npm package code-server carries it, unless that was done before.
 * The folder is `.vscode-test`, or `VSCODE_TEST_CACHE`. The release is `current`, or the one that
 * `VSCODE_RELEASE` names.
 */
export async function installVisualStudioCode(): Promise<VisualStudioCode> {
  const name = releaseFromEnvironment();
  const release = releases[name];
  const cache = path.resolve(
    process.env['VSCODE_TEST_CACHE'] ??
      fileURLToPath(new URL('../../.vscode-test', import.meta.url)),
  );
  const folder = path.join(cache, `code-server-${release.codeServer}`);
  const installation = { release: name, ...locate(folder), environment: release.environment };
  if (existsSync(completeMarker(folder))) {
    await provideSearch(installation);
    return installation;
  }
  await mkdir(cache, { recursive: true });
  await removeInterrupted(cache);
  const partial = path.join(cache, `partial-${process.pid}`);
  try {
    await install(partial, release);
    await writeFile(completeMarker(partial), '');
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  await provideSearch(installation);
  return installation;
}

/**
 * Gives VS Code the program that it searches files with, where its own would have been downloaded by a
 * script of its package: without it, extensions of VS Code fail with error messages.
 */
async function provideSearch({ serverMain }: VisualStudioCode): Promise<void> {
  const product = path.dirname(path.dirname(serverMain));
  const ripgrep = path.join(product, 'node_modules', '@vscode', 'ripgrep');
  const program = path.join(ripgrep, 'bin', 'rg');
  if (!existsSync(ripgrep) || existsSync(program)) {
    return;
  }
  if (findOnPath('rg') === undefined) {
    await installSystemPackages(['ripgrep'], 'the search of VS Code');
  }
  const installed = findOnPath('rg');
  if (installed === undefined) {
    throw new Error('The package ripgrep brought no rg.');
  }
  await mkdir(path.dirname(program), { recursive: true });
  await rm(program, { force: true });
  await symlink(installed, program);
}

function releaseFromEnvironment(): ReleaseName {
  const name = process.env['VSCODE_RELEASE'] ?? 'current';
  if (name !== 'current' && name !== 'oldest') {
    throw new Error(`VSCODE_RELEASE is current or oldest, not ${name}.`);
  }
  return name;
}

function completeMarker(folder: string): string {
  return path.join(folder, 'complete');
}

function nodePackage(): string {
  return `node-${process.platform}-${process.arch}`;
}

function locate(folder: string): Omit<VisualStudioCode, 'release' | 'environment'> {
  const codeServer = path.join(folder, 'code-server', 'node_modules', 'code-server');
  return {
    node: path.join(folder, 'node', 'node_modules', nodePackage(), 'bin', 'node'),
    serverMain: path.join(codeServer, 'lib', 'vscode', 'out', 'server-main.js'),
    codeServer: path.join(codeServer, 'out', 'node', 'entry.js'),
  };
}

async function install(folder: string, release: Release): Promise<void> {
  await requireCompiler();
  const { node, serverMain } = locate(folder);
  const nodeFolder = path.join(folder, 'node');
  const productFolder = path.join(folder, 'code-server');
  await makePackageFolder(nodeFolder);
  await makePackageFolder(productFolder);
  const environment = {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`,
    npm_config_nodedir: path.dirname(path.dirname(node)),
  };
  const npm = async (cwd: string, ...args: string[]): Promise<void> => {
    const logFile = path.join(folder, 'install.log');
    await runQuietly('npm', args, {
      cwd,
      env: environment,
      logFile,
      timeLimit: timeLimits.installation,
    });
  };
  reportStep(`Node.js ${release.node} (1 of 4)`);
  await npm(nodeFolder, 'install', '--ignore-scripts', `${nodePackage()}@${release.node}`);
  reportStep(`code-server ${release.codeServer} (2 of 4)`);
  await npm(productFolder, 'install', '--ignore-scripts', `code-server@${release.codeServer}`);
  const product = path.dirname(path.dirname(serverMain));
  reportStep('its dependencies (3 of 4)');
  await npm(product, 'install', '--omit=dev', '--ignore-scripts');
  reportStep('its native modules (4 of 4)');
  await npm(product, 'rebuild', '@vscode/native-watchdog', '@vscode/spdlog');
}

function reportStep(text: string): void {
  console.log(`Installing VS Code: ${text} …`);
}

async function requireCompiler(): Promise<void> {
  const commands = ['g++', 'make', 'python3'];
  const missing = commands.filter((command) => findOnPath(command) === undefined);
  if (missing.length > 0) {
    await installSystemPackages(missing, "VS Code's native modules");
  }
}

async function makePackageFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
}

async function removeInterrupted(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const owner = /^partial-(\d+)$/.exec(name)?.[1];
    const maker = { processId: Number(owner), host: hostname() };
    if (owner !== undefined && (await processState(maker)) === 'gone') {
      await rm(path.join(cache, name), { recursive: true, force: true });
    }
  }
}
