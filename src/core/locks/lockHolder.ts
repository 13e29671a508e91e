import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  processIdentitySchema,
  processState,
  thisProcess,
  type ProcessState,
} from '../async/runningProcess.ts';
import { parseJson } from '../text/parseJson.ts';

/** What takes the place of a holder in a file of a lock that is free, but could not be renamed. */
export const released = JSON.stringify({ processId: 1, host: '', released: true });

const holderSchema = z.extend(processIdentitySchema, {
  released: z.optional(z.literal(true)),
});

/** The process that holds a lock, or has given it back. */
export type LockHolder = z.output<typeof holderSchema>;

/** What this process writes into the file of a lock that it takes: each time something else. */
export async function describeTurn(): Promise<string> {
  return JSON.stringify({ ...(await thisProcess()), turn: randomUUID() });
}

/** Reads the file of a lock; undefined while its holder is still writing it. */
export function decodeHolder(text: string): LockHolder | undefined {
  return holderSchema.safeParse(parseJson(text)).data;
}

/** How long a holder may show no life before it counts as dead, in milliseconds. */
export interface Liveness {
  readonly toleratedSilence: number;
}

const livenesses: Readonly<Record<ProcessState, Liveness>> = {
  gone: { toleratedSilence: -1 },
  /** Another machine's, another container's, or one that died before it had written its name. */
  unknown: { toleratedSilence: 1500 },
  /** Its process is there, though it may be too busy to beat, or another one with the same number. */
  running: { toleratedSilence: 10_000 },
};

/** What can be said about `holder` from here. */
export async function livenessOf(holder: LockHolder | undefined): Promise<Liveness> {
  if (holder?.released) {
    return livenesses.gone;
  }
  return livenesses[holder === undefined ? 'unknown' : await processState(holder)];
}
