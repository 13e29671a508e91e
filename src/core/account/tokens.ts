declare const brand: unique symbol;

/** Access token (docs/interface.md, section 2.3). Sent only to its own service. */
export type AccessTokenValue = string & { readonly [brand]: 'AccessTokenValue' };

/** Refresh token (docs/interface.md, section 2.3). Sent only to its own token endpoint. */
export type RefreshTokenValue = string & { readonly [brand]: 'RefreshTokenValue' };

/** Secret of a client id (docs/interface.md, section 4.2). Sent only to the token endpoint. */
export type ClientSecret = string & { readonly [brand]: 'ClientSecret' };

/** Returns whether `text` can be an access token: not empty, and valid in a header. */
export function isAccessTokenValue(text: string): text is AccessTokenValue {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Returns whether `text` can be a refresh token: not empty, and with all characters preserved. */
export function isRefreshTokenValue(text: string): text is RefreshTokenValue {
  return text !== '' && !text.includes('\uFFFD');
}

/** Returns whether `text` can be a client secret: not empty. */
export function isClientSecret(text: string): text is ClientSecret {
  return text !== '';
}
