import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';

/** Options of a wait. */
export interface RateLimitWaitOptions {
  readonly clock: Clock;
  /** Ends the wait immediately. */
  readonly signal: AbortSignal | undefined;
  /** Random number from 0 to 1, which spreads retries after the same wait. */
  readonly random?: () => number;
}

/**
 * Maximum number of retries after HTTP 429: for a single request, and for each of a run's many requests,
 * which share their waits.
 */
export const maximumRepeats = { ofOne: 5, ofMany: 10 } as const;

/** First and maximum wait if the service requests none, in milliseconds. */
const firstWait = 2000;
const maximumWait = 60_000;

/**
 * Returns the wait after HTTP 429, in milliseconds: as requested by the service, otherwise random, up to a
 * maximum that doubles each time. `waits` is the number of unsuccessful waits so far; after the first, a
 * requested wait of 0 is ignored.
 */
export function rateLimitDelay(
  retryAfterSeconds: number | undefined,
  waits: number,
  random: () => number,
): number {
  return retryAfterSeconds === undefined || (retryAfterSeconds === 0 && waits > 0)
    ? random() * Math.min(firstWait * 2 ** waits, maximumWait)
    : retryAfterSeconds * 1000;
}

/** Returns the result of `request`, repeated after each rate limit. Throws the errors of `request`. */
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
      await delay(clock, Math.min(wait, maximumWait), signal);
    }
  }
}
