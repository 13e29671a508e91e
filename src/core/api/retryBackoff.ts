import { NetworkError } from '../errors/networkError.ts';
import type { HttpResponse } from './httpResponse.ts';
import { retryAfterSeconds } from './retryAfterHeader.ts';

/** What came of one try of a request. */
export type Outcome =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | { readonly kind: 'failure'; readonly error: unknown };

/** How often a request is sent in all. */
const maximumTries = 3;

/** The longest wait before the second try, in milliseconds; each later one can be twice as long. */
const firstWait = 500;

/** A service that asks for a longer wait, in seconds, is not asked again. */
const longestAskedFor = 10;

/** Statuses of a gateway whose service is away for the moment (RFC 9110, sections 15.6.3 to 15.6.5). */
const passingStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Returns how many milliseconds to wait before a request that can be repeated is sent again, or undefined
 * if `outcome` of the try with this number is the last. The waits are spread over their whole length
 * ("full jitter"), so that many windows do not come back at once.
 */
export function retryBackoff(outcome: Outcome, tries: number): number | undefined {
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
  return askedFor <= longestAskedFor ? Math.max(wait, askedFor * 1000) : undefined;
}

/** A certificate or a proxy does not change its mind; a proxy may even lock an account that keeps asking. */
function mayPass(error: unknown): boolean {
  return error instanceof NetworkError && (error.kind === 'unreachable' || error.kind === 'broken');
}
