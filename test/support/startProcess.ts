import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';

/** What a process is begun with to have process numbers of its own, as in a container. */
const ownNumbers = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const;

/** Whether processes can be started so. */
export const canHaveOwnNumbers = process.platform === 'linux' && process.getuid?.() === 0;

/** Where a process runs: beside this one, or as in a container with the same files and host name. */
export type ProcessPlace = 'beside' | 'inContainer';

/** Starts a script beside this file, with `options` as JSON in its only argument, and a channel for messages. */
export function startProcess(
  script: 'changeProcess' | 'lockProcess' | 'sessionWorker',
  options: object,
  place: ProcessPlace = 'beside',
): ChildProcess {
  const args = [join(import.meta.dirname, `${script}.ts`), JSON.stringify(options)];
  const stdio: StdioOptions = ['inherit', 'inherit', 'inherit', 'ipc'];
  const [unshare, ...numbers] = ownNumbers;
  return place === 'beside'
    ? spawn(process.execPath, args, { stdio })
    : spawn(unshare, [...numbers, process.execPath, ...args], { stdio });
}
