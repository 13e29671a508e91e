import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';

/** Options of a wait. */
export interface RateLimitWaitOptions {
  readonly clock: Clock;
  /** Ends the wait at once. */
  readonly signal: AbortSignal | undefined;
}

/** How often one request is sent again after HTTP 429. */
const maximumWaits = 5;

/** Seconds to wait if the service does not say how long, and the longest wait. */
const usualWait = 2;
const longestWait = 60;

/**
 * Waits as long as the service asks, if `error` is a rate limit. Returns false, without a wait, if it is
 * another error or the request has waited often enough. Throws `CancelledError`.
 */
export async function waitOutRateLimit(
  error: unknown,
  waits: number,
  { clock, signal }: RateLimitWaitOptions,
): Promise<boolean> {
  if (!(error instanceof RateLimitedError) || waits >= maximumWaits) {
    return false;
  }
  const seconds = Math.min(error.retryAfterSeconds ?? usualWait, longestWait);
  await delay(clock, seconds * 1000, signal);
  return true;
}

/** Returns the result of `request`, repeated after each rate limit. Throws what `request` throws. */
export async function withRateLimitWaits<T>(
  request: () => Promise<T>,
  options: RateLimitWaitOptions,
): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return await request();
    } catch (error) {
      if (!(await waitOutRateLimit(error, waits, options))) {
        throw error;
      }
    }
  }
}
