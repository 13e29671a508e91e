import { randomUUID } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { timeLimits } from '../support/timeLimits.ts';
import { launchBrowser, uncompressed, whenStarted } from './browser.ts';
import { settledWithin, startChild, waitUntilServing, type Child } from './childProcess.ts';
import { freePort } from './freePort.ts';
import { installVisualStudioCode } from './installVisualStudioCode.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

// VS Code hands over whatever is logged in the window; the tests' own lines begin with this mark.
const outputMark = `${randomUUID()} `;

interface TestCommand {
  readonly extension: string;
  readonly tests: string;
  readonly extensionsFolder: string;
  readonly userDataFolder: string;
  readonly folder: string | undefined;
  /** Log levels as `EXTENSION:LEVEL`, separated by commas. */
  readonly logLevel: string | undefined;
}

/** What the tests find in their VS Code besides what its command line says. */
export interface TestWindow {
  /** Environment variables of the extension host. */
  readonly environment: NodeJS.ProcessEnv;
  /** Called with the page before VS Code is opened in it. */
  readonly prepare: (page: Page) => void;
}

/**
 * Runs the tests that the command line of this process names as it would for the desktop program of
 * VS Code, in VS Code's server with a browser as its window. Returns the exit code of the tests.
 */
export async function runExtensionTests(window: TestWindow): Promise<number> {
  const command = readCommandLine();
  const { node, serverMain } = await installVisualStudioCode();
  const serverFolder = makeTemporaryFolder('vscode-server');
  const logFile = path.join(serverFolder.path, 'server.log');
  const port = await freePort();
  const server = startChild(
    node,
    [
      serverMain,
      '--host=127.0.0.1',
      `--port=${port}`,
      `--server-data-dir=${serverFolder.path}`,
      `--user-data-dir=${command.userDataFolder}`,
      `--extensions-dir=${command.extensionsFolder}`,
      '--telemetry-level=off',
      '--without-connection-token',
      '--accept-server-license-terms',
      '--disable-workspace-trust',
      '--enable-smoke-test-driver',
    ],
    {
      env: {
        ...process.env,
        ...window.environment,
        TEST_OUTPUT_MARK: outputMark,
        // Without it, tabs for this machine go through a proxy of code-server, which its bare server
        // does not have, and whose addresses lose their path in the oldest release.
        VSCODE_PROXY_URI: '',
      },
      output: { file: logFile },
    },
  );
  try {
    await waitUntilServing(`http://127.0.0.1:${port}/`, server, timeLimits.start, logFile);
    return await runInBrowser(windowAddress(port, command), server, window, logFile);
  } finally {
    await server.stop();
    serverFolder.remove();
  }
}

function readCommandLine(): TestCommand {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: 'string' },
      extensionTestsPath: { type: 'string' },
      'extensions-dir': { type: 'string' },
      'user-data-dir': { type: 'string' },
      log: { type: 'string' },
    },
  });
  const required = (name: string): string => {
    const value = values[name];
    if (typeof value !== 'string') {
      throw new TypeError(`--${name} is missing.`);
    }
    return path.resolve(value);
  };
  const folder = positionals[0];
  return {
    extension: required('extensionDevelopmentPath'),
    tests: required('extensionTestsPath'),
    extensionsFolder: required('extensions-dir'),
    userDataFolder: required('user-data-dir'),
    folder: folder === undefined ? undefined : path.resolve(folder),
    logLevel: typeof values['log'] === 'string' ? values['log'] : undefined,
  };
}

function windowAddress(port: number, command: TestCommand): string {
  const authority = `127.0.0.1:${port}`;
  const remote = (file: string): string => `vscode-remote://${authority}${file}`;
  const address = new URL(`http://${authority}/`);
  address.searchParams.set(
    'payload',
    JSON.stringify([
      ['extensionDevelopmentPath', remote(command.extension)],
      ['extensionTestsPath', remote(command.tests)],
      ...(command.logLevel === undefined ? [] : [['logLevel', command.logLevel]]),
    ]),
  );
  if (command.folder !== undefined) {
    address.searchParams.set('folder', command.folder);
  }
  return address.href;
}

async function runInBrowser(
  address: string,
  server: Child,
  window: TestWindow,
  logFile: string,
): Promise<number> {
  const browser = await launchBrowser();
  try {
    await whenStarted(browser);
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      extraHTTPHeaders: uncompressed,
      // A test serves the authorize page with a certificate of its own making.
      ignoreHTTPSErrors: true,
    });
    page.context().setDefaultTimeout(timeLimits.integrationState);
    await showModalDialogs(page);
    window.prepare(page);
    const { promise: finished, resolve } = Promise.withResolvers<number | string>();
    await page.exposeFunction('codeAutomationExit', resolve);
    await page.exposeFunction('codeAutomationLog', (type: string, values: readonly unknown[]) =>
      printOrKeep(type, values, logFile),
    );
    page.once('crash', () => resolve('The window of VS Code crashed.'));
    const serverEnded = server.exited.then((code) => `The server ended with code ${code}.`);
    await page.goto(address, { timeout: timeLimits.start });
    const outcome =
      (await settledWithin(Promise.race([finished, serverEnded]), timeLimits.extensionHost)) ??
      `The tests took more than ${timeLimits.extensionHost / 60_000} minutes.`;
    if (outcome === 0) {
      return 0;
    }
    console.error(typeof outcome === 'string' ? outcome : `VS Code ended with code ${outcome}.`);
    await keepEvidence(page, logFile);
    return typeof outcome === 'string' ? 1 : outcome;
  } finally {
    await browser.close();
  }
}

/**
 * Has VS Code show modal dialogs, as it does for everybody: under test it refuses them, and what a person has to
 * agree to could not be tested. Questions that it takes for answered under test stay so.
 */
async function showModalDialogs(page: Page): Promise<void> {
  const refusal =
    /(async prompt\(\w+\)\{)if\(this\.\w+\(\)\)throw new Error\(`DialogService: refused[^`]*`\);/;
  await page.route('**/workbench.js*', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    if (!refusal.test(script)) {
      throw new Error('This VS Code refuses dialogs under test in another way.');
    }
    await route.fulfill({ response, body: script.replace(refusal, '$1') });
  });
}

function printOrKeep(type: string, values: readonly unknown[], logFile: string): void {
  const [first] = values;
  if (typeof first === 'string' && first.startsWith(outputMark)) {
    process.stdout.write(`${first.slice(outputMark.length)}\n`);
  } else {
    appendFileSync(logFile, `[window ${type}] ${format(...values)}\n`);
  }
}

async function keepEvidence(page: Page, logFile: string): Promise<void> {
  const folder = fileURLToPath(new URL('../../dist/integrationFailure', import.meta.url));
  mkdirSync(folder, { recursive: true });
  copyFileSync(logFile, path.join(folder, 'vscode.log'));
  await page.screenshot({ path: path.join(folder, 'window.png'), timeout: 10_000 });
  console.error(`The window's screenshot and log are in ${folder}`);
}
