import type { AccessTokenValue } from '../account/tokens.ts';

/** An access token as a request uses it. */
export interface AccessToken {
  readonly value: AccessTokenValue;
  /** Whether its own lifetime has passed. */
  isExpired(): boolean;
  /** Whether it was issued within the last minutes. */
  isRecent(): boolean;
  /** Whether another window got it, for which the service may have rejected it since. */
  isAdopted(): boolean;
}

/** Where a client gets its access tokens from. */
export interface AccessTokenSource {
  /** A token to send now. */
  accessToken(signal?: AbortSignal): Promise<AccessToken>;
  /** A token other than `rejected`, which the service did not accept. */
  renewedAccessToken(rejected: AccessToken, signal?: AbortSignal): Promise<AccessToken>;
}
