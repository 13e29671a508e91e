import { maximumTokenLength } from '../text/maximumTokenLength.ts';

declare const brand: unique symbol;

/** Access token (docs/interface.md, section 2.3). Sent only to its own service. */
export type AccessTokenValue = string & { readonly [brand]: 'AccessTokenValue' };

/** Refresh token (docs/interface.md, section 2.3). Sent only to its own token endpoint. */
export type RefreshTokenValue = string & { readonly [brand]: 'RefreshTokenValue' };

/** Secret of a client id (docs/interface.md, section 4.2). Sent only to the token endpoint. */
export type ClientSecret = string & { readonly [brand]: 'ClientSecret' };

/** Returns whether `text` can be an access token: of limited length, and valid in a header. */
export function isAccessTokenValue(text: string): text is AccessTokenValue {
  return text.length <= maximumTokenLength && /^[\x21-\x7e]+$/.test(text);
}

/** Returns whether `text` can be a refresh token. */
export function isRefreshTokenValue(text: string): text is RefreshTokenValue {
  return isPreserved(text);
}

/**
 * Returns whether `text` can be a token or code as it was issued: not empty, of limited length, and without
 * U+FFFD, which replaces bytes that are not UTF-8.
 */
export function isPreserved(text: string): boolean {
  return text !== '' && text.length <= maximumTokenLength && !text.includes('\uFFFD');
}

/** Returns whether `text` can be a client secret: not empty. */
export function isClientSecret(text: string): text is ClientSecret {
  return text !== '';
}
