import { parseUrl } from '../account/baseUrl.ts';
import { AuthorizationResponseError } from '../errors/authorizationResponseError.ts';
import { CallbackValidationError } from '../errors/callbackValidationError.ts';
import { serverText } from '../log/redaction.ts';
import type { PendingAuthorization } from './pendingAuthorization.ts';

/** The parameters of a callback, as they came: nothing is checked yet. */
export interface Callback {
  readonly state: string;
  readonly parameters: URLSearchParams;
}

declare const brand: unique symbol;

/** A callback that belongs to a pending authorization and may be exchanged for tokens, once. */
export interface AuthorizationResponse {
  readonly [brand]: 'AuthorizationResponse';
  readonly code: string;
  readonly pending: PendingAuthorization;
}

const parameterNames = ['code', 'state', 'error', 'error_description'] as const;

/**
 * Reads the address of the redirect, or what a person pasted for it. Throws
 * `CallbackValidationError` if it holds no state to find the attempt by.
 */
export function parseCallback(text: string): Callback {
  const trimmed = text.trim();
  const query = parseUrl(trimmed)?.search ?? (/^[?#]?[^\s/]*=/.test(trimmed) ? trimmed : '');
  const parameters = new URLSearchParams(query.replace(/^[?#]/, ''));
  // Some servers answer in the fragment; what stands there is read if the query is silent.
  const fragment = new URLSearchParams(parseUrl(trimmed)?.hash.slice(1) ?? '');
  const inQuery = new Set(parameters.keys());
  for (const [name, value] of fragment) {
    if (!inQuery.has(name)) {
      parameters.append(name, value);
    }
  }
  const state = parameters.get('state');
  if (state === null || state === '') {
    throw new CallbackValidationError('notACallback');
  }
  if (parameters.getAll('state').length > 1) {
    throw new CallbackValidationError('repeatedParameter');
  }
  return { state, parameters };
}

/**
 * Checks a callback against the attempt that its state names (docs/interface.md, section 4.1).
 * `now` is wall-clock time in milliseconds. Throws `AuthorizationResponseError` if the service
 * says `error`, and `CallbackValidationError` for everything else that is wrong.
 */
export function validateCallback(
  callback: Callback,
  pending: PendingAuthorization,
  now: number,
): AuthorizationResponse {
  const { parameters, state } = callback;
  if (state !== pending.state) {
    throw new CallbackValidationError('unknownState');
  }
  const error = [...parameters].find(([name]) => name.toLowerCase() === 'error');
  if (error !== undefined) {
    const description = parameters.get('error_description') ?? '';
    const known = [state, ...parameters.getAll('code')];
    const text = serverText(
      [error[1], description].filter((part) => part !== '').join(': '),
      known,
    );
    const denied = error[1].toLowerCase() === 'access_denied';
    throw new AuthorizationResponseError(denied ? 'access_denied' : text || 'error');
  }
  if (parameterNames.some((name) => parameters.getAll(name).length > 1)) {
    throw new CallbackValidationError('repeatedParameter');
  }
  if (now > pending.expiresAt) {
    throw new CallbackValidationError('expired');
  }
  const code = parameters.get('code');
  if (code === null || code === '') {
    throw new CallbackValidationError('missingCode');
  }
  return authorizationResponse(code, pending);
}

/** The only place that makes the branded value. */
function authorizationResponse(code: string, pending: PendingAuthorization): AuthorizationResponse {
  const response = { code, pending };
  assertValidated(response);
  return response;
}

function assertValidated(
  response: Omit<AuthorizationResponse, typeof brand>,
): asserts response is AuthorizationResponse {
  if (response.code === '') {
    throw new CallbackValidationError('missingCode');
  }
}
