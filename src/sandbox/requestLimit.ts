import type { MiddlewareHandler } from 'hono';
import { failureBody } from './envelope.ts';
import type { LiveOptions } from './options.ts';
import type { Service } from './service.ts';

const minute = 60_000;

/** Returns the `Retry-After` header in the form set by the option `retryAfter`. */
export function retryAfterHeaders(
  options: LiveOptions,
  seconds: number,
  now: number,
): Record<string, string> {
  switch (options.current.retryAfter) {
    case 'seconds':
      return { 'Retry-After': String(seconds) };
    case 'date':
      // A date has a resolution of one second, and must not be too early.
      return {
        'Retry-After': new Date(Math.ceil(now / 1000 + seconds) * 1000).toUTCString(),
      };
    case 'none':
      return {};
  }
}

/** Rejects requests beyond the option `requestsPerMinute` with HTTP 429. */
export function limitRequests({ options, now }: Service): MiddlewareHandler {
  let accepted: readonly number[] = [];
  return async (context, next) => {
    const limit = options.current.requestsPerMinute;
    if (limit > 0) {
      const at = now();
      accepted = accepted.filter((earlier) => earlier > at - minute);
      const expiring = accepted.at(-limit);
      if (expiring !== undefined && accepted.length >= limit) {
        const seconds = Math.ceil((expiring + minute - at) / 1000);
        const headers = retryAfterHeaders(options, seconds, at);
        return context.json(failureBody(429, 'There are too many requests.'), 429, headers);
      }
      accepted = [...accepted, at];
    }
    await next();
    return undefined;
  };
}
