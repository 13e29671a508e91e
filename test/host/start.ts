import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { timeLimits } from '../support/timeLimits.ts';
import { exitOnSignals, runQuietly, startChild } from './childProcess.ts';
import { startCodeServer } from './codeServer.ts';
import { writeUserSettings } from './profile.ts';
import { findOnPath } from './systemPackages.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

// Starts a VS Code with the packaged extension in an empty profile, until Ctrl+C.
//   --port N    where VS Code is served (a free port unless given)
//   --desktop   uses the desktop program `code` in place of a browser
const root = fileURLToPath(new URL('../..', import.meta.url));
const vsix = path.join(root, 'dist', 'workforce-labels.vsix');

exitOnSignals();
try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, desktop: { type: 'boolean', default: false } },
  });
  console.log('Starting VS Code …');
  if (values.desktop) {
    await startOnDesktop();
    return;
  }
  const port =
    values.port === undefined
      ? undefined
      : z.coerce.number().int().min(1).max(65_535).parse(values.port);
  await startInBrowser(port);
}

async function startInBrowser(port: number | undefined): Promise<void> {
  const server = await startCodeServer({
    vsixFiles: [vsix],
    builtInExtensions: 'all',
    settings: {},
    ...(port === undefined ? {} : { port }),
  });
  printInstructions(`Open ${server.url} in a browser.`);
  const exitCode = await server.exited;
  throw new Error(`VS Code ended with code ${exitCode}.`);
}

async function startOnDesktop(): Promise<void> {
  const code = findOnPath('code');
  if (code === undefined) {
    throw new Error('There is no desktop VS Code: the command `code` is not on PATH.');
  }
  const profile = makeTemporaryFolder('workforce-desktop');
  const folders = [
    `--user-data-dir=${path.join(profile.path, 'user-data')}`,
    `--extensions-dir=${path.join(profile.path, 'extensions')}`,
  ];
  await writeUserSettings(path.join(profile.path, 'user-data'), {});
  await runQuietly(code, [...folders, '--install-extension', vsix], {
    cwd: profile.path,
    logFile: path.join(profile.path, 'code.log'),
    timeLimit: timeLimits.installation,
  });
  const window = startChild(code, [...folders, '--new-window', '--wait'], {
    output: { file: path.join(profile.path, 'code.log') },
  });
  printInstructions('VS Code opens a window of its own.');
  await window.exited;
  process.exit(0);
}

function printInstructions(where: string): void {
  console.log(`
${where}
In the view Workforce of the activity bar, two clicks lead to labels:
1. Try the Sandbox
2. Sign In, then Approve on the page that opens
Ctrl+C here ends everything.`);
}
