import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';

/** Options of a wait. */
export interface RateLimitWaitOptions {
  readonly clock: Clock;
  /** Ends the wait at once. */
  readonly signal: AbortSignal | undefined;
  /** From 0 to 1; spreads those that come back after the same wait. */
  readonly random?: () => number;
}

/**
 * How often one request is sent again after HTTP 429: one that stands for itself, and one of the many of a
 * run, which shares its waits with the others.
 */
export const maximumRepeats = { ofOne: 5, ofMany: 10 } as const;

/** The first wait if the service does not say how long, and the longest of these, in milliseconds. */
const firstWait = 2000;
const longestWait = 60_000;

/**
 * How long to wait after HTTP 429, in milliseconds: as long as the service asks, else up to twice as
 * long each time. `waits`: how often it was waited before, without success: after that, asking for no
 * wait counts as not asking.
 */
export function rateLimitDelay(
  retryAfterSeconds: number | undefined,
  waits: number,
  random: () => number,
): number {
  return retryAfterSeconds === undefined || (retryAfterSeconds === 0 && waits > 0)
    ? random() * Math.min(firstWait * 2 ** waits, longestWait)
    : retryAfterSeconds * 1000;
}

/** Returns the result of `request`, repeated after each rate limit. Throws what `request` throws. */
export async function withRateLimitWaits<T>(
  request: () => Promise<T>,
  { clock, signal, random = Math.random }: RateLimitWaitOptions,
): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof RateLimitedError) || waits >= maximumRepeats.ofOne) {
        throw error;
      }
      const wait = rateLimitDelay(error.retryAfterSeconds, waits, random);
      await delay(clock, Math.min(wait, longestWait), signal);
    }
  }
}
