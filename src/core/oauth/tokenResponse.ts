import * as z from 'zod/mini';
import {
  isAccessTokenValue,
  isRefreshTokenValue,
  type AccessTokenValue,
  type RefreshTokenValue,
} from '../account/tokens.ts';
import { decimalNumber, identifier } from '../api/wireNumber.ts';
import { grantedScopes, parseScopes } from '../connections/scope.ts';
import { brandedText } from '../text/brandedText.ts';

/** Response to a refresh: an access token, a refresh token or both, and the other valid fields. */
export interface RefreshResponse {
  /**
   * Access token; undefined if the service sent no usable token, although it has replaced the refresh token.
   */
  readonly accessToken: AccessTokenValue | undefined;
  /** Refresh token; undefined if the service sent none: the current one stays valid (RFC 6749, section 6). */
  readonly refreshToken: RefreshTokenValue | undefined;
  /** Remaining lifetime of the access token in seconds, from the arrival of the response. */
  readonly expiresIn: number | undefined;
  /**
   * Granted scopes; undefined if the service sent none: all requested scopes were granted (RFC 6749, section
   * 5.1).
   */
  readonly scopes: readonly string[] | undefined;
  readonly tenantId: string | undefined;
  readonly userId: string | undefined;
}

/** Token response of a sign-in (docs/interface.md, section 2.3). */
export interface TokenResponse extends RefreshResponse {
  readonly accessToken: AccessTokenValue;
  readonly expiresIn: number;
  readonly tenantId: string;
  readonly userId: string;
}

const accessTokenSchema = brandedText(isAccessTokenValue);
const refreshTokenSchema = orUndefined(brandedText(isRefreshTokenValue));
/** Lifetime of at least a second: the service rounds the remaining time down, possibly to 0. */
const lifetimeSchema = z.pipe(
  decimalNumber.check(z.nonnegative()),
  z.transform((seconds) => Math.max(1, seconds)),
);
const scopeSchema = z.pipe(
  orUndefined(z.union([z.pipe(z.string(), z.transform(parseScopes)), z.array(z.string())])),
  z.transform((scopes) => scopes && grantedScopes(scopes)),
);

const envelopeSchema = z.looseObject({
  data: z
    .partial(z.looseObject({ access_token: z.unknown(), refresh_token: z.unknown() }))
    .check(z.refine((data) => data.access_token !== undefined || data.refresh_token !== undefined)),
});

/**
 * Returns the fields, which are at the top level as documented, or in an envelope as in all other responses.
 */
function withoutEnvelope(json: unknown): unknown {
  return envelopeSchema.safeParse(json).data?.data ?? json;
}

/** Parses a token response. */
export const tokenResponseSchema = z.pipe(
  z.transform(withoutEnvelope),
  z.pipe(
    z.looseObject({
      access_token: accessTokenSchema,
      token_type: z.string().check(z.regex(/^bearer$/i)),
      refresh_token: refreshTokenSchema,
      expires_in: lifetimeSchema,
      scope: scopeSchema,
      tenant_id: identifier,
      user_id: identifier,
    }),
    z.transform((wire): TokenResponse => tokensOf(wire)),
  ),
);

/**
 * Parses the response to a refresh. The old refresh token is already used up, so new tokens are kept whatever
 * else is wrong: missing or invalid fields count as not sent.
 */
export const refreshResponseSchema = z.pipe(
  z.transform(withoutEnvelope),
  z.pipe(
    z
      .looseObject({
        access_token: z.catch(orUndefined(accessTokenSchema), undefined),
        refresh_token: z.catch(refreshTokenSchema, undefined),
        expires_in: z.catch(orUndefined(lifetimeSchema), undefined),
        scope: z.catch(scopeSchema, undefined),
        tenant_id: z.catch(orUndefined(identifier), undefined),
        user_id: z.catch(orUndefined(identifier), undefined),
      })
      .check(
        z.refine((wire) => wire.access_token !== undefined || wire.refresh_token !== undefined, {
          path: ['access_token'],
        }),
      ),
    z.transform((wire): RefreshResponse => tokensOf(wire)),
  ),
);

/** Token with its name, as JSON contains it. */
const writtenToken = /"(access_token|refresh_token)"\s{0,20}:\s{0,20}"([^"\\]{1,16384})"/g;

/**
 * Returns the tokens in the text of a response that is not JSON because it was cut off, or because a program has
 * put a warning around it. Undefined without a refresh token: the missing part may contain a new one.
 */
export function tokensInText(text: string): unknown {
  const tokens = new Map(
    Array.from(text.matchAll(writtenToken), ([, name = '', token = '']) => [name, token] as const),
  );
  return tokens.has('refresh_token') ? Object.fromEntries<unknown>(tokens) : undefined;
}

/** Returns a schema that accepts the values of `schema`, and parses a missing or null value as undefined. */
function orUndefined<Value>(schema: z.ZodMiniType<Value>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}

/** Maps the field names of a response to those of the parsed value. */
function tokensOf<AccessToken, Lifetime, Name>(wire: {
  readonly access_token: AccessToken;
  readonly refresh_token: RefreshTokenValue | undefined;
  readonly expires_in: Lifetime;
  readonly scope: readonly string[] | undefined;
  readonly tenant_id: Name;
  readonly user_id: Name;
}) {
  return {
    accessToken: wire.access_token,
    refreshToken: wire.refresh_token,
    expiresIn: wire.expires_in,
    scopes: wire.scope,
    tenantId: wire.tenant_id,
    userId: wire.user_id,
  };
}

/** Maximum lifetime, in seconds, of an access token whose expiry time is given: a year. */
const maximumLifetime = 366 * 86_400;

/** Maximum age, in seconds, of an expiry time in the past: the clocks of a service may differ. */
const maximumEndAge = 86_400;

/**
 * Returns the lifetime of an access token in seconds. Some servers send its expiry time in `expires_in`, in
 * seconds or milliseconds since the epoch; `sentAt` (in milliseconds) is the time of the response.
 */
export function lifetimeOf(expiresIn: number, sentAt: number): number {
  const remaining = [expiresIn, expiresIn / 1000]
    .map((end) => end - sentAt / 1000)
    .find((seconds) => seconds > -maximumEndAge && seconds < maximumLifetime);
  return Math.max(1, remaining ?? expiresIn);
}
