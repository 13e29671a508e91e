import type { Context } from 'hono';
import type { LiveOptions } from './options.ts';

/** Non-zero codes of the envelope. They are HTTP status codes, as the service documents no codes. */
export type FailureCode = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 423 | 429 | 500;

/** Returns the body of a failure; its `data` is an object (docs/interface.md, section 2.1). */
export function failureBody(code: number, message: string): object {
  return { code, message, data: {} };
}

/** Returns the body of a success in the common envelope. */
export function successBody(data: object | null): object {
  return { code: 0, message: 'success', data };
}

/** Returns a success response in the common envelope. */
export function succeed(context: Context, data: object | null): Response {
  return context.json(successBody(data));
}

/** Returns a failure response in the common envelope; the option `apiErrors` decides the HTTP status. */
export function fail(
  context: Context,
  options: LiveOptions,
  code: FailureCode,
  message: string,
): Response {
  const status = options.current.apiErrors === 'http' ? code : 200;
  return context.json(failureBody(code, message), status);
}
