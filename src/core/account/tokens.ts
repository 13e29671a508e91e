declare const brand: unique symbol;

/** The text of an access token (docs/interface.md, section 2.3). Goes to its own service only. */
export type AccessTokenValue = string & { readonly [brand]: 'AccessTokenValue' };

/** The text of a refresh token (docs/interface.md, section 2.3). Goes to its own token endpoint only. */
export type RefreshTokenValue = string & { readonly [brand]: 'RefreshTokenValue' };

/** The secret issued for a client id (docs/interface.md, section 4.2). Goes to the token endpoint only. */
export type ClientSecret = string & { readonly [brand]: 'ClientSecret' };

/** Whether `text` can be an access token: not empty, and fit for a header. */
export function isAccessTokenValue(text: string): text is AccessTokenValue {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Whether `text` can be a refresh token: not empty. */
export function isRefreshTokenValue(text: string): text is RefreshTokenValue {
  return text !== '';
}

/** Whether `text` can be a client secret: not empty. */
export function isClientSecret(text: string): text is ClientSecret {
  return text !== '';
}
