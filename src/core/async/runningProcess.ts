import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod';
import { isSystemError } from '../errors/systemError.ts';

/** A process, so that a later one with the same number is not taken for it. */
export const processIdentitySchema = z.object({
  processId: z.int().positive(),
  host: z.string(),
  /** When the process started, in the system's own count, if the system shows it. */
  startTime: z.string().optional(),
});

/** A process, so that a later one with the same number is not taken for it. */
export type ProcessIdentity = z.output<typeof processIdentitySchema>;

/** Returns the identity of this process. */
export async function thisProcess(): Promise<ProcessIdentity> {
  const startTime = await startTimeOf(process.pid);
  return {
    processId: process.pid,
    host: hostname(),
    ...(startTime === undefined ? {} : { startTime }),
  };
}

/** Whether a process is there; `unknown` for one of another machine or container. */
export type ProcessState = 'running' | 'gone' | 'unknown';

/** Whether `identity` is running, as far as this process can see. */
export async function processState(identity: ProcessIdentity): Promise<ProcessState> {
  const { host, processId } = identity;
  if (host !== hostname()) {
    return 'unknown';
  }
  if (!isProcessRunning(processId)) {
    return 'gone';
  }
  const startTime = await startTimeOf(processId);
  return startTime !== undefined && startTime !== identity.startTime ? 'gone' : 'running';
}

/** Whether a process of this machine is running, as far as this one can see. */
export function isProcessRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, but belongs to somebody else.
    return isSystemError(error) && error.code === 'EPERM';
  }
}

/** Linux only: other systems do not show it without a program of their own. */
async function startTimeOf(processId: number): Promise<string | undefined> {
  try {
    const status = await readFile(`/proc/${processId}/stat`, 'utf8');
    // The second field, a name in parentheses, may hold spaces; the start time is the 22nd.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
