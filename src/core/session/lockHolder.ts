import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod';
import { parseJson } from '../text/parseJson.ts';
import { isProcessRunning } from './runningProcess.ts';

const holderSchema = z.object({
  processId: z.int().positive(),
  host: z.string(),
  /** When the process started, in the system's own count, if the system shows it. */
  startTime: z.string().optional(),
});

/** The process that holds a lock. */
export type LockHolder = z.output<typeof holderSchema>;

/** What this process writes into the file of a lock that it takes. */
export async function describeThisProcess(): Promise<string> {
  const startTime = await startTimeOf(process.pid);
  const holder: LockHolder = {
    processId: process.pid,
    host: hostname(),
    ...(startTime === undefined ? {} : { startTime }),
  };
  return JSON.stringify(holder);
}

/** Reads the file of a lock; undefined while its holder is still writing it. */
export function decodeHolder(text: string): LockHolder | undefined {
  return holderSchema.safeParse(parseJson(text)).data;
}

/** How long a holder may show no life before it counts as dead, in milliseconds. */
export interface Liveness {
  readonly toleratedSilence: number;
}

const dead: Liveness = { toleratedSilence: -1 };
/** Another machine's, another container's, or one that died before it had written its name. */
const unknown: Liveness = { toleratedSilence: 1500 };
/** Its process is there, though it may be too busy to beat, or another one with the same number. */
const running: Liveness = { toleratedSilence: 10_000 };

/** What can be said about `holder` from here. */
export async function livenessOf(holder: LockHolder | undefined): Promise<Liveness> {
  if (holder === undefined || holder.host !== hostname()) {
    return unknown;
  }
  if (!isProcessRunning(holder.processId)) {
    return dead;
  }
  const startTime = await startTimeOf(holder.processId);
  return startTime !== undefined && startTime !== holder.startTime ? dead : running;
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
