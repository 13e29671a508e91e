import * as l10n from '@vscode/l10n';
import { singleParameter } from './redirect.ts';
import { isScope, type Scope } from './scopes.ts';
import type { RegisteredApp } from './service.ts';

/** Authorization request that may be shown to the user (docs/interface.md, section 4.1). */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly state: string;
}

/** Result of parsing the query of the authorize URL. */
export type AuthorizationRequestResult =
  | { readonly kind: 'valid'; readonly request: AuthorizationRequest }
  /** The request must be answered with an error page and not with a redirect (RFC 6749, section 4.1.2.1). */
  | { readonly kind: 'untrusted'; readonly problem: string }
  | {
      readonly kind: 'refused';
      readonly redirectUri: string;
      readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope';
      readonly state?: string;
    };

/**
 * Validates the query of the authorize URL against the registered app. The app no longer has the permissions
 * `lostScopes`.
 */
export function readAuthorizationRequest(
  query: URLSearchParams,
  app: RegisteredApp,
  lostScopes: readonly string[],
): AuthorizationRequestResult {
  const clientId = singleParameter(query, 'client_id');
  if (clientId.kind !== 'value' || clientId.value !== app.clientId) {
    return { kind: 'untrusted', problem: l10n.t('The app is not registered (client_id).') };
  }
  const redirect = singleParameter(query, 'redirect_uri');
  if (redirect.kind !== 'value' || !app.redirectUris.includes(redirect.value)) {
    return {
      kind: 'untrusted',
      problem: l10n.t('The address to return to is not registered for this app (redirect_uri).'),
    };
  }
  const redirectUri = redirect.value;
  const state = singleParameter(query, 'state');
  const responseType = singleParameter(query, 'response_type');
  const scope = singleParameter(query, 'scope');

  const given = state.kind === 'value' ? { state: state.value } : {};
  if (state.kind !== 'value' || responseType.kind !== 'value' || scope.kind !== 'value') {
    return { kind: 'refused', redirectUri, error: 'invalid_request', ...given };
  }
  if (responseType.value !== 'code') {
    return { kind: 'refused', redirectUri, error: 'unsupported_response_type', ...given };
  }
  const names = scope.value.split(',');
  const scopes = [...new Set(names.filter(isScope))];
  if (!names.every(isScope) || names.some((name) => lostScopes.includes(name))) {
    return { kind: 'refused', redirectUri, error: 'invalid_scope', ...given };
  }
  return { kind: 'valid', request: { redirectUri, scopes, state: state.value } };
}
