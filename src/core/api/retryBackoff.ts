import { NetworkError } from '../errors/networkError.ts';
import type { HttpResponse } from './httpResponse.ts';
import { retryAfterSeconds } from './retryAfterHeader.ts';

/** Outcome of one attempt. */
export type AttemptOutcome =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | { readonly kind: 'failure'; readonly error: unknown };

/** Maximum number of attempts. */
const maximumTries = 3;

/** Maximum pause before the second attempt, in milliseconds; doubled for each later one. */
const firstWait = 500;

/** Maximum wait requested by a service that is retried, in seconds. */
const maximumRequestedWait = 10;

/** Statuses of a gateway whose service is temporarily unavailable (RFC 9110, sections 15.6.3 to 15.6.5). */
const passingStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Returns the pause before a repeatable request is retried, in milliseconds; undefined if `outcome` of this
 * attempt is final. Pauses are random over their whole length ("full jitter"), so that many windows do not
 * retry at once.
 */
export function retryBackoff(outcome: AttemptOutcome, tries: number): number | undefined {
  if (tries >= maximumTries) {
    return undefined;
  }
  const wait = Math.random() * firstWait * 2 ** (tries - 1);
  if (outcome.kind === 'failure') {
    return mayPass(outcome.error) ? wait : undefined;
  }
  const { headers, status } = outcome.response;
  if (!passingStatuses.has(status)) {
    return undefined;
  }
  const askedFor = retryAfterSeconds(headers) ?? 0;
  return askedFor <= maximumRequestedWait ? Math.max(wait, askedFor * 1000) : undefined;
}

/**
 * Returns whether a retry may succeed; not if a certificate or a proxy is the cause: a proxy may even lock
 * the account.
 */
function mayPass(error: unknown): boolean {
  return error instanceof NetworkError && (error.kind === 'unreachable' || error.kind === 'broken');
}
