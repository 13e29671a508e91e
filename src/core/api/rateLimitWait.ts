import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';

/** What a wait works with. */
export interface RateLimitWaitOptions {
  readonly clock: Clock;
  /** Ends the wait at once. */
  readonly signal: AbortSignal | undefined;
}

/** How often one request is sent again that the service has no time for (HTTP 429). */
const maximumWaits = 5;

/** Seconds to wait where the service does not say how long, and the longest wait that is done. */
const usualWait = 2;
const longestWait = 60;

/**
 * Waits as long as the service asks where `error` says that it has had too many requests; false where it
 * says something else, or where the request has had its `waits` before. Throws `CancelledError`.
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

/** What `request` gives, sent again as long as `waitOutRateLimit` waits. Throws what `request` throws. */
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
