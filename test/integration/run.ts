import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { writeUserSettings } from '../host/profile.ts';
import { makeTemporaryFolder } from '../host/temporaryFolder.ts';

// Runs the integration tests inside the extension host: of the desktop program that
// `VSCODE_EXECUTABLE` names, otherwise of the VS Code that test/host installs.
const root = fileURLToPath(new URL('../..', import.meta.url));
const profile = makeTemporaryFolder('workforce-integration');
const workspace = makeTemporaryFolder('workforce-workspace');

// runTests ends VS Code on SIGINT only.
process.once('SIGTERM', () => process.kill(process.pid, 'SIGINT'));

await writeUserSettings(profile.path, {});
try {
  process.exitCode = await runTests({
    vscodeExecutablePath:
      process.env['VSCODE_EXECUTABLE'] ?? path.join(root, 'test', 'host', 'launcher.ts'),
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(root, 'dist', 'test', 'integration', 'index.js'),
    launchArgs: [
      workspace.path,
      `--user-data-dir=${profile.path}`,
      `--extensions-dir=${path.join(profile.path, 'extensions')}`,
    ],
    extensionTestsEnv: {
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
    },
  });
} catch (error) {
  if (!(error instanceof TestRunFailedError)) {
    throw error;
  }
  process.exitCode = error.code ?? 1;
}
