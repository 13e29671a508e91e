import { AuthorizationResponseError } from './authorizationResponseError.ts';
import { TokenEndpointError } from './tokenEndpointError.ts';

/** Returns whether the service has refused a sign-in because the app may not have a requested scope. */
export function isScopeRefusal(error: unknown): boolean {
  const isOfRedirect = error instanceof AuthorizationResponseError;
  const isOfExchange = error instanceof TokenEndpointError;
  // RFC 6749, sections 4.1.2.1 and 5.2; a description may follow.
  return (isOfRedirect || isOfExchange) && /^invalid_scope\b/.test(error.serverError ?? '');
}
