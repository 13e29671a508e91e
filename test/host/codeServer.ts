import { globSync } from 'node:fs';
import path from 'node:path';
import { timeLimits } from '../support/timeLimits.ts';
import { allBuiltInExtensions, provideUsedExtensions } from './builtInExtensions.ts';
import { startChild, waitUntilServing } from './childProcess.ts';
import { freePort } from './freePort.ts';
import { installExtensions } from './installExtensions.ts';
import { installVisualStudioCode, type VisualStudioCode } from './installVisualStudioCode.ts';
import { writeUserSettings, type Settings } from './profile.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

/** A running VS Code, to be opened in a browser. */
export interface CodeServer {
  readonly url: string;
  readonly release: VisualStudioCode['release'];
  /** Holds User/settings.json, which a window reads when it loads. */
  readonly userDataFolder: string;
  /** Where the extension is installed. */
  readonly extensionFolder: string;
  /** Settles when the server has ended by itself. */
  readonly exited: Promise<number>;
  /** Ends the server and removes its profile. */
  stop(): Promise<void>;
}

/**
 * Starts the whole product with the extensions of some VSIX files in a fresh profile.
 * `port` is a free one unless given; `folder` is the folder that the window opens; `below` names the folders,
 * each in the one before, that the profile and the extensions are below. `builtInExtensions` are all that VS Code
 * comes with, or those that a test uses.
 */
export async function startCodeServer(options: {
  readonly vsixFiles: readonly string[];
  readonly builtInExtensions: 'all' | 'used';
  readonly settings: Settings;
  readonly port?: number;
  readonly folder?: string;
  readonly below?: readonly string[];
}): Promise<CodeServer> {
  const installation = await installVisualStudioCode();
  const { release, node, codeServer, environment } = installation;
  const profile = makeTemporaryFolder('code-server');
  const logFile = path.join(profile.path, 'code-server.log');
  const home = path.join(profile.path, ...(options.below ?? []));
  const userDataFolder = path.join(home, 'user-data');
  const extensionsFolder = path.join(home, 'extensions');
  const builtIn =
    options.builtInExtensions === 'all'
      ? allBuiltInExtensions
      : await provideUsedExtensions(path.join(profile.path, 'built-in-extensions'), installation);
  const folders = [
    `--user-data-dir=${userDataFolder}`,
    `--extensions-dir=${extensionsFolder}`,
    // Without this it would read the configuration of the person who starts it.
    `--config=${path.join(profile.path, 'config.yaml')}`,
    ...builtIn.arguments,
  ];
  const { PORT: _port, PASSWORD: _password, ...env } = process.env;
  await writeUserSettings(userDataFolder, { ...builtIn.settings, ...options.settings });
  await installExtensions(extensionsFolder, installation, options.vsixFiles);
  const port = options.port ?? (await freePort());
  const server = startChild(
    node,
    [
      codeServer,
      ...folders,
      '--auth=none',
      `--bind-addr=127.0.0.1:${port}`,
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      '--disable-getting-started-override',
      '--ignore-last-opened',
      ...(options.folder === undefined ? [] : [options.folder]),
    ],
    { cwd: profile.path, env: { ...env, ...environment }, output: { file: logFile } },
  );
  const stop = async (): Promise<void> => {
    await server.stop();
    profile.remove();
  };
  const url = `http://127.0.0.1:${port}/`;
  try {
    await waitUntilServing(`${url}healthz`, server, timeLimits.start, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  const [installed = ''] = globSync('workforce-tools.workforce-labels-*', {
    cwd: extensionsFolder,
  });
  const extensionFolder = path.join(extensionsFolder, installed);
  return { url, release, userDataFolder, extensionFolder, exited: server.exited, stop };
}
