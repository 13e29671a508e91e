import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** What a process is begun with to have process numbers of its own, as in a container. */
export const ownNumbers = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];

/** Whether processes can be started so. */
export const canHaveOwnNumbers = process.platform === 'linux' && process.getuid?.() === 0;

/** Where a process runs: beside this one, or as in a container with the same files and host name. */
export type ProcessPlace = 'beside' | 'inContainer';

/** Starts a script beside this file, with `options` as JSON in its only argument, and a channel for messages. */
export function startProcess(
  script: 'changeProcess' | 'sessionWorker',
  options: object,
  place: ProcessPlace = 'beside',
): ChildProcess {
  const [program, ...args]: [string, ...string[]] = [
    ...(place === 'inContainer' ? ownNumbers : []),
    process.execPath,
    join(import.meta.dirname, `${script}.ts`),
    JSON.stringify(options),
  ];
  return spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}
