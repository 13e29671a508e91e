import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import { isSystemError } from '../errors/systemError.ts';

/** Identity of a process that distinguishes it from a later one with the same number. */
export const processIdentitySchema = z.object({
  processId: z.int().check(z.positive()),
  host: z.string(),
  /**
   * Start of the machine and namespace of its process numbers, if available: two containers may have the same host
   * name, and the same home.
   */
  realm: z.optional(z.string()),
  /** Start time of the process as counted by the system, if available. */
  startTime: z.optional(z.string()),
});

/** Identity of a process that distinguishes it from a later one with the same number. */
export type ProcessIdentity = z.output<typeof processIdentitySchema>;

/** Returns the identity of this process. */
export async function thisProcess(): Promise<ProcessIdentity> {
  const [{ startTime }, realm] = await Promise.all([statusOf(process.pid), thisRealm()]);
  return {
    processId: process.pid,
    host: hostname(),
    ...(realm === undefined ? {} : { realm }),
    ...(startTime === undefined ? {} : { startTime }),
  };
}

/** State of a process; `unknown` if it is on another machine or in another container. */
export type ProcessState = 'running' | 'gone' | 'unknown';

/**
 * Returns the state of the process `identity`, if visible to this one. Without a start time, compares only its
 * number.
 */
export async function processState(identity: ProcessIdentity): Promise<ProcessState> {
  const { host, processId, realm } = identity;
  // Releases up to 0.1.0 wrote no realm.
  if (host !== hostname() || (realm !== undefined && realm !== (await thisRealm()))) {
    return 'unknown';
  }
  if (!hasProcess(processId)) {
    return 'gone';
  }
  const { hasEnded, startTime = identity.startTime } = await statusOf(processId);
  const isReusedPid = identity.startTime !== undefined && startTime !== identity.startTime;
  return hasEnded || isReusedPid ? 'gone' : 'running';
}

/** Returns the realm of this process; undefined on systems other than Linux. */
async function thisRealm(): Promise<string | undefined> {
  try {
    const [boot, numbers] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlink('/proc/self/ns/pid'),
    ]);
    return `${boot.trim()} ${numbers}`;
  } catch {
    return undefined;
  }
}

/** Returns whether a process of this machine has this number; it may be a zombie. */
function hasProcess(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return isSystemError(error) && error.code === 'EPERM';
  }
}

/** State of a process, as reported by the system. */
interface ProcessStatus {
  readonly startTime?: string | undefined;
  /** True for a zombie: an ended process whose parent has not yet collected its exit code. */
  readonly hasEnded: boolean;
}

/** Reads the state on Linux; on other systems, only separate programs can read it. */
async function statusOf(processId: number): Promise<ProcessStatus> {
  try {
    const status = await readFile(`/proc/${processId}/stat`, 'utf8');
    // The second field, a name in parentheses, may hold spaces; the third is the state, the 22nd the start time.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return { startTime: fields[19], hasEnded: fields[0] === 'Z' };
  } catch {
    return { hasEnded: false };
  }
}
