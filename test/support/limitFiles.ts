import { execFileSync } from 'node:child_process';

/** Limits how large a file this process may write, to so many bytes; without a limit again if undefined. */
export function limitFiles(bytes: number | undefined): void {
  const command = 'prlimit --fsize="$1":unlimited --pid "$0"';
  const limit = bytes === undefined ? 'unlimited' : String(bytes);
  execFileSync('sh', ['-c', command, String(process.pid), limit]);
}
