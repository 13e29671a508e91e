import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { timeLimits } from '../support/timeLimits.ts';
import { runQuietly } from './childProcess.ts';

/** The file that the shell would run for this command, if there is one. */
export function findOnPath(command: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, command))
    .find((file) => existsSync(file));
}

/**
 * Installs packages of Debian: by itself for root, otherwise it throws an error that says how.
 * `purpose` completes the sentence "… is needed for".
 */
export async function installSystemPackages(
  packages: readonly string[],
  purpose: string,
): Promise<void> {
  const aptGet = findOnPath('apt-get');
  if (process.getuid?.() !== 0 || aptGet === undefined) {
    throw new Error(`Missing for ${purpose}: sudo apt-get install ${packages.join(' ')}`);
  }
  console.log(`Installing ${packages.join(', ')} for ${purpose} (a minute or two) …`);
  const options = {
    cwd: tmpdir(),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    logFile: path.join(tmpdir(), `apt-get-${process.pid}.log`),
    timeLimit: timeLimits.installation,
  };
  // Another process may be at it.
  const patience = ['-o', 'DPkg::Lock::Timeout=300'];
  await runQuietly(aptGet, [...patience, 'update'], options);
  const install = ['install', '--yes', '--no-install-recommends'];
  await runQuietly(aptGet, [...patience, ...install, ...packages], options);
}
