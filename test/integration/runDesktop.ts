import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { downloadAndUnzipVSCode, runTests, TestRunFailedError } from '@vscode/test-electron';
import * as z from 'zod';
import { writeUserSettings } from '../host/profile.ts';
import { makeTemporaryFolder } from '../host/temporaryFolder.ts';
import { environmentOfTests } from './environment.ts';

// Starts the extension in the desktop program of VS Code, on any system: the tests that need no person at
// the window. The argument is `oldest`, the version that package.json promises, `stable` or `insiders`;
// `VSCODE_EXECUTABLE` names a program that is there already.
const root = fileURLToPath(new URL('../..', import.meta.url));
const engineSchema = z.object({
  engines: z.object({ vscode: z.templateLiteral(['^', z.string().regex(/^\d+\.\d+\.\d+$/)]) }),
});
const releaseSchema = z.enum(['oldest', 'stable', 'insiders']);

async function versionOf(release: z.infer<typeof releaseSchema>): Promise<string> {
  if (release !== 'oldest') {
    return release;
  }
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  return engineSchema.parse(manifest).engines.vscode.slice(1);
}

const release = releaseSchema.parse(process.argv[2]);
const profile = makeTemporaryFolder('workforce-desktop');
const traffic = makeTemporaryFolder('workforce-traffic');
await writeUserSettings(profile.path, {});
try {
  process.exitCode = await runTests({
    vscodeExecutablePath:
      process.env['VSCODE_EXECUTABLE'] ?? (await downloadAndUnzipVSCode(await versionOf(release))),
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(root, 'dist', 'test', 'integration', 'index.js'),
    launchArgs: [
      `--user-data-dir=${profile.path}`,
      `--extensions-dir=${path.join(profile.path, 'extensions')}`,
    ],
    extensionTestsEnv: environmentOfTests({
      files: [],
      filters: ['activation'],
      logFolder: path.join(profile.path, 'logs'),
      storageFolder: profile.path,
      trafficFolder: traffic.path,
      certificateFolder: profile.path,
    }),
  });
} catch (error) {
  if (!(error instanceof TestRunFailedError)) {
    throw error;
  }
  process.exitCode = error.code ?? 1;
}
