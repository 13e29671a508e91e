import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import { isSystemError } from '../errors/systemError.ts';

/** A process, so that a later one with the same number is not taken for it. */
export const processIdentitySchema = z.object({
  processId: z.int().check(z.positive()),
  host: z.string(),
  /** When the process started, in the system's own count, if the system shows it. */
  startTime: z.optional(z.string()),
});

/** A process, so that a later one with the same number is not taken for it. */
export type ProcessIdentity = z.output<typeof processIdentitySchema>;

/** Returns the identity of this process. */
export async function thisProcess(): Promise<ProcessIdentity> {
  const { startTime } = await shownOf(process.pid);
  return {
    processId: process.pid,
    host: hostname(),
    ...(startTime === undefined ? {} : { startTime }),
  };
}

/** Whether a process is there; `unknown` for one of another machine or container. */
export type ProcessState = 'running' | 'gone' | 'unknown';

/** Whether `identity` is running, as far as this process can see. Without its start time, one with its number is. */
export async function processState(identity: ProcessIdentity): Promise<ProcessState> {
  const { host, processId } = identity;
  if (host !== hostname()) {
    return 'unknown';
  }
  if (!hasProcess(processId)) {
    return 'gone';
  }
  const { hasEnded, startTime = identity.startTime } = await shownOf(processId);
  const isAnother = identity.startTime !== undefined && startTime !== identity.startTime;
  return hasEnded || isAnother ? 'gone' : 'running';
}

/** Whether a number is that of a process of this machine, which may have ended. */
function hasProcess(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, but belongs to somebody else.
    return isSystemError(error) && error.code === 'EPERM';
  }
}

/** What the system shows of a process. */
interface ShownProcess {
  readonly startTime?: string | undefined;
  /** It does nothing any more, and its number is kept until its parent has asked what came of it. */
  readonly hasEnded: boolean;
}

/** Linux only: other systems do not show it without a program of their own. */
async function shownOf(processId: number): Promise<ShownProcess> {
  try {
    const status = await readFile(`/proc/${processId}/stat`, 'utf8');
    // The second field, a name in parentheses, may hold spaces; the third is the state, the 22nd the start time.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return { startTime: fields[19], hasEnded: fields[0] === 'Z' };
  } catch {
    return { hasEnded: false };
  }
}
