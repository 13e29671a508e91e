import { randomBytes } from 'node:crypto';
import type { BaseUrl } from '../account/baseUrl.ts';

/** Parameters for the authorize page (docs/interface.md, section 4.1). */
export interface AuthorizationRequest {
  readonly baseUrl: BaseUrl;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly state: string;
}

/**
 * Creates a state of 256 random bits. With a return address, appends it after a dot, base64url-encoded, for the
 * relay page to forward to.
 */
export function createState(returnAddress?: string): string {
  const random = randomBytes(32).toString('base64url');
  return returnAddress === undefined
    ? random
    : `${random}.${Buffer.from(returnAddress).toString('base64url')}`;
}

/**
 * Returns the address to open in the browser: GET {base_url}/auth/oauth/authorize (docs/interface.md, section
 * 4.1).
 */
export function authorizationUrl(request: AuthorizationRequest): string {
  const url = new URL(`${request.baseUrl}/auth/oauth/authorize`);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', request.clientId);
  url.searchParams.set('scope', request.scopes.join(','));
  url.searchParams.set('redirect_uri', request.redirectUri);
  url.searchParams.set('state', request.state);
  return url.href;
}
