import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { extensionId } from '../../src/ids.ts';
import { unhurriedSettings, writeUserSettings } from '../host/profile.ts';
import { makeTemporaryFolder } from '../host/temporaryFolder.ts';
import { makeCertificates } from './certificates.ts';
import { environmentOfTests } from './environment.ts';
import { installSquid } from './squid.ts';

// Runs the integration tests inside the extension host: of the program that `VSCODE_EXECUTABLE`
// names, otherwise of the VS Code that test/host installs. Arguments limit the run to the files whose
// name contains one of them, `--file` to the file of this name; what was logged is checked at the end of all, or
// when asked for.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string', multiple: true, default: [] } },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const profile = makeTemporaryFolder('workforce-integration');
const workspace = makeTemporaryFolder('workforce-workspace');
const traffic = makeTemporaryFolder('workforce-traffic');
const certificates = makeTemporaryFolder('workforce-certificates');

// runTests ends VS Code on SIGINT only.
process.once('SIGTERM', () => process.kill(process.pid, 'SIGINT'));

await writeUserSettings(profile.path, {
  ...unhurriedSettings,
  // By default only newer releases ask Node.js for the certificates of the system.
  'http.systemCertificatesNode': true,
});
// VS Code in a browser takes one extension in development: the one that uses its API is installed.
await cp(
  path.join(root, 'dist', 'test', 'consumer'),
  path.join(profile.path, 'extensions', 'tests.workforce-labels-consumer-1.0.0'),
  { recursive: true },
);
await installSquid();
const { certificateAuthority } = await makeCertificates(certificates.path);
try {
  process.exitCode = await runTests({
    vscodeExecutablePath:
      process.env['VSCODE_EXECUTABLE'] ?? path.join(root, 'test', 'integration', 'launcher.ts'),
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(root, 'dist', 'test', 'integration', 'index.js'),
    launchArgs: [
      workspace.path,
      `--user-data-dir=${profile.path}`,
      `--extensions-dir=${path.join(profile.path, 'extensions')}`,
      `--log=${extensionId}:trace`,
    ],
    extensionTestsEnv: {
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
      // Where Node.js looks for the certificates of the system, as far as it is not Windows or macOS.
      SSL_CERT_FILE: certificateAuthority,
      ...environmentOfTests({
        filters: positionals,
        files: values.file,
        logFolder: path.join(profile.path, 'logs'),
        storageFolder: path.join(profile.path, 'User', 'globalStorage', extensionId),
        trafficFolder: traffic.path,
        certificateFolder: certificates.path,
      }),
    },
  });
} catch (error) {
  if (!(error instanceof TestRunFailedError)) {
    throw error;
  }
  process.exitCode = error.code ?? 1;
}
