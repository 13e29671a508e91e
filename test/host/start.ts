import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { exitOnSignals, runQuietly, settledWithin, startChild } from './childProcess.ts';
import { startCodeServer } from './codeServer.ts';
import { writeUserSettings, type Settings } from './profile.ts';
import { findOnPath } from './systemPackages.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

// Starts a sandbox and a VS Code with the packaged extension that knows it, until Ctrl+C.
//   --port N    where VS Code is served (a free port unless given)
//   --desktop   uses the desktop program `code` in place of a browser
const root = fileURLToPath(new URL('../..', import.meta.url));
const vsix = path.join(root, 'dist', 'workforce-labels.vsix');
const sandboxSchema = z.object({
  baseUrl: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
});

type Sandbox = z.infer<typeof sandboxSchema>;

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
  const port =
    values.port === undefined
      ? undefined
      : z.coerce.number().int().min(1).max(65_535).parse(values.port);
  const code = values.desktop ? findOnPath('code') : undefined;
  if (values.desktop && code === undefined) {
    throw new Error('There is no desktop VS Code: the command `code` is not on PATH.');
  }
  console.log('Starting a sandbox with 3 tenants of 5000 labels …');
  const sandbox = await startSandbox();
  if (code === undefined) {
    await startInBrowser(sandbox, port);
  } else {
    await startOnDesktop(sandbox, code);
  }
}

async function startSandbox(): Promise<Sandbox> {
  const { promise: firstLine, resolve } = Promise.withResolvers<string>();
  const child = startChild(
    process.execPath,
    [
      path.join(root, 'src', 'sandbox', 'main.ts'),
      '--port=0',
      '--labels=5000',
      '--tenants=3',
      '--users=2',
    ],
    { output: { onLine: resolve } },
  );
  const ended = child.exited.then((code) => {
    throw new Error(`The sandbox ended with code ${code}.`);
  });
  const line = await settledWithin(Promise.race([firstLine, ended]), 30_000);
  if (line === undefined) {
    throw new Error('The sandbox took more than 30 s to start.');
  }
  return sandboxSchema.parse(JSON.parse(line));
}

function connectionSettings(sandbox: Sandbox, redirectUri?: string): Settings {
  const { baseUrl, clientId } = sandbox;
  return { 'workforce.connections': [{ name: 'Sandbox', baseUrl, clientId, redirectUri }] };
}

async function startInBrowser(sandbox: Sandbox, port: number | undefined): Promise<void> {
  console.log('Starting VS Code …');
  const server = await startCodeServer({
    vsix,
    settings: connectionSettings(sandbox, `${sandbox.baseUrl}/relay`),
    ...(port === undefined ? {} : { port }),
  });
  printInstructions(`Open ${server.url} in a browser.`, sandbox);
  const exitCode = await server.exited;
  throw new Error(`VS Code ended with code ${exitCode}.`);
}

async function startOnDesktop(sandbox: Sandbox, code: string): Promise<void> {
  console.log('Starting VS Code …');
  const profile = makeTemporaryFolder('workforce-desktop');
  const folders = [
    `--user-data-dir=${path.join(profile.path, 'user-data')}`,
    `--extensions-dir=${path.join(profile.path, 'extensions')}`,
  ];
  await writeUserSettings(path.join(profile.path, 'user-data'), connectionSettings(sandbox));
  await runQuietly(code, [...folders, '--install-extension', vsix], {
    cwd: profile.path,
    logFile: path.join(profile.path, 'code.log'),
    timeLimit: 120_000,
  });
  const window = startChild(code, [...folders, '--new-window', '--wait'], {
    output: { file: path.join(profile.path, 'code.log') },
  });
  printInstructions('VS Code opens a window of its own.', sandbox);
  await window.exited;
  process.exit(0);
}

function printInstructions(where: string, sandbox: Sandbox): void {
  console.log(`
${where}
1. Click Workforce in the activity bar, then Sign In.
2. When it asks for the client secret of this throw-away sandbox, paste: ${sandbox.clientSecret}
3. Choose a tenant and a user on the page that opens. Ctrl+C here ends everything.`);
}
