import { parseUrl } from '../account/baseUrl.ts';
import { isPreserved } from '../account/tokens.ts';
import { AuthorizationResponseError } from '../errors/authorizationResponseError.ts';
import { CallbackValidationError } from '../errors/callbackValidationError.ts';
import type { LiveSecrets } from '../log/liveSecrets.ts';
import { redactServerText } from '../log/redaction.ts';
import type { PendingAuthorization } from './pendingAuthorization.ts';

/** Unchecked parameters of a callback. */
export interface Callback {
  /** State; undefined if the service sent only `error`, which is allowed (docs/interface.md, section 4.1 rule 3). */
  readonly state: string | undefined;
  /** See {@link addressOf}; undefined if only the parameters are known. */
  readonly address: string | undefined;
  readonly parameters: URLSearchParams;
}

declare const brand: unique symbol;

/** Callback that belongs to a pending authorization and may be exchanged for tokens, once. */
export interface AuthorizationResponse {
  readonly [brand]: 'AuthorizationResponse';
  readonly code: string;
  readonly pending: PendingAuthorization;
}

const parameterNames = ['code', 'state', 'error', 'error_description'] as const;

/** Parameters that occur only in the query of the authorize page (docs/interface.md, section 4.1). */
const authorizeParameterNames = ['response_type', 'redirect_uri'] as const;

/** Address of a redirect URI without its query. */
export function addressOf(redirectUri: URL): string {
  return `${redirectUri.protocol}//${redirectUri.host}${redirectUri.pathname}`;
}

/**
 * Parses the redirect's address, or the user's pasted text. Throws `CallbackValidationError` if it has neither
 * a state that identifies the attempt nor an error.
 */
export function parseCallback(text: string): Callback {
  const trimmed = text.trim();
  const url = parseUrl(trimmed);
  const query = url?.search ?? (/^[?#]?[^\s/]*=/.test(trimmed) ? trimmed : '');
  const parameters = new URLSearchParams(query.replace(/^[?#]/, ''));
  // Some servers respond in the fragment; its parameters are used if the query lacks them.
  const fragment = new URLSearchParams(url?.hash.slice(1) ?? '');
  const inQuery = new Set(parameters.keys());
  for (const [name, value] of fragment) {
    if (!inQuery.has(name)) {
      parameters.append(name, value);
    }
  }
  const isError = errorIn(parameters) !== undefined;
  const state = parameters.get('state') ?? '';
  if (state === '' && !isError) {
    throw new CallbackValidationError('notACallback');
  }
  if (parameters.getAll('state').length > 1) {
    throw new CallbackValidationError('repeatedParameter');
  }
  const isAnswer = isError || parameters.has('code');
  if (!isAnswer && authorizeParameterNames.some((name) => parameters.has(name))) {
    throw new CallbackValidationError('authorizePage');
  }
  return {
    state: state === '' ? undefined : state,
    address: url === undefined ? undefined : addressOf(url),
    parameters,
  };
}

/**
 * Returns the error by which the service refused a sign-in; undefined if there is none. The code that comes
 * with the error is added to `secrets`, which are masked in its message.
 */
export function authorizationErrorOf(
  { parameters }: Callback,
  secrets: LiveSecrets,
): AuthorizationResponseError | undefined {
  const error = errorIn(parameters);
  if (error === undefined) {
    return undefined;
  }
  const description = parameters.get('error_description') ?? '';
  for (const code of parameters.getAll('code')) {
    secrets.note(code);
  }
  const text = redactServerText(
    [error, description].filter((part) => part !== '').join(': '),
    secrets,
  );
  const denied = error.toLowerCase() === 'access_denied';
  return new AuthorizationResponseError(denied ? 'access_denied' : text || 'error');
}

/**
 * Validates a callback against its attempt (docs/interface.md, section 4.1), and returns its response. `now`
 * is wall-clock time in milliseconds; `secrets` as for `authorizationErrorOf`. Throws
 * `AuthorizationResponseError` if the service returned `error`, and `CallbackValidationError` for all other
 * problems.
 */
export function validateCallback(
  callback: Callback,
  pending: PendingAuthorization,
  now: number,
  secrets: LiveSecrets,
): AuthorizationResponse {
  const { parameters, state } = callback;
  if (state !== undefined && state !== pending.state) {
    throw new CallbackValidationError('unknownState');
  }
  const error = authorizationErrorOf(callback, secrets);
  if (error !== undefined) {
    throw error;
  }
  if (state === undefined) {
    throw new CallbackValidationError('notACallback');
  }
  if (parameterNames.some((name) => parameters.getAll(name).length > 1)) {
    throw new CallbackValidationError('repeatedParameter');
  }
  if (now > pending.expiresAt) {
    throw new CallbackValidationError('expired');
  }
  const code = parameters.get('code');
  // A code with other characters cannot be the code that was issued.
  if (code === null || !isPreserved(code)) {
    throw new CallbackValidationError('missingCode');
  }
  return authorizationResponse(code, pending);
}

function errorIn(parameters: URLSearchParams): string | undefined {
  return [...parameters].find(([name]) => name.toLowerCase() === 'error')?.[1];
}

/** Creates the branded value; no other function does. */
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
