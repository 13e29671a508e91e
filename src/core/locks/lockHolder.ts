import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  processIdentitySchema,
  processState,
  thisProcess,
  type ProcessState,
} from '../async/runningProcess.ts';
import { parseJson } from '../text/exactJson.ts';

/** Content of the file of a free lock that could not be renamed. */
export const released = JSON.stringify({ processId: 1, host: '', released: true });

const holderSchema = z.extend(processIdentitySchema, {
  released: z.optional(z.literal(true)),
  /** Time without a sign of life to tolerate while the process exists, in milliseconds. */
  silence: z.optional(z.number().check(z.positive())),
});

/** Process that holds a lock, or has released it. */
export type LockHolder = z.output<typeof holderSchema>;

/**
 * Returns the content that this process writes to the file of its lock, different each time. `silence`: see
 * `LockHolder`.
 */
export async function newTicketContent(silence?: number): Promise<string> {
  return JSON.stringify({
    ...(await thisProcess()),
    turn: randomUUID(),
    ...(silence === undefined ? {} : { silence }),
  });
}

/** Parses the file of a lock; undefined while its holder is still writing it. */
export function decodeHolder(text: string): LockHolder | undefined {
  return holderSchema.safeParse(parseJson(text)).data;
}

/** Time without a sign of life after which a holder counts as dead, in milliseconds. */
export interface Liveness {
  readonly toleratedSilence: number;
}

const livenesses: Readonly<Record<ProcessState, Liveness>> = {
  gone: { toleratedSilence: -1 },
  /** Holder on another machine or in another container, or one that died before writing its identity. */
  unknown: { toleratedSilence: 1500 },
  /**
   * Holder whose process exists, though it may be too busy to touch its file, or a later process with the same
   * number.
   */
  running: { toleratedSilence: 10_000 },
};

/** Returns the state of `holder`, as far as this process can tell. */
export async function livenessOf(holder: LockHolder | undefined): Promise<Liveness> {
  if (holder?.released) {
    return livenesses.gone;
  }
  const state = holder === undefined ? 'unknown' : await processState(holder);
  const { toleratedSilence } = livenesses[state];
  return {
    toleratedSilence:
      state === 'gone' ? toleratedSilence : Math.max(toleratedSilence, holder?.silence ?? 0),
  };
}
