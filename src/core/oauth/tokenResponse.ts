import * as z from 'zod/mini';
import {
  isAccessTokenValue,
  isRefreshTokenValue,
  type AccessTokenValue,
  type RefreshTokenValue,
} from '../account/tokens.ts';
import { parseScopes } from '../connections/scope.ts';
import { brandedText } from '../text/brandedText.ts';

/** The answer to a refresh: an access token, a refresh token or both, and what else could be read of it. */
export interface RefreshResponse {
  /** Undefined if the service sent none that can be used: it has replaced the refresh token anyway. */
  readonly accessToken: AccessTokenValue | undefined;
  /** Undefined if the service sent none: the one in use stays valid (RFC 6749, section 6). */
  readonly refreshToken: RefreshTokenValue | undefined;
  /** Remaining lifetime of the access token in seconds, counted from the arrival of the answer. */
  readonly expiresIn: number | undefined;
  /** Undefined if the service sent none: those that were asked for (RFC 6749, section 5.1). */
  readonly scopes: readonly string[] | undefined;
  readonly tenantId: string | undefined;
  readonly userId: string | undefined;
}

/** The token response of a sign-in (docs/interface.md, section 2.3). */
export interface TokenResponse extends RefreshResponse {
  readonly accessToken: AccessTokenValue;
  readonly expiresIn: number;
  readonly tenantId: string;
  readonly userId: string;
}

const accessTokenSchema = brandedText(isAccessTokenValue);
const refreshTokenSchema = orUndefined(brandedText(isRefreshTokenValue));
const digitsSchema = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number));
/** The service counts what remains, so that 0 is less than a second. */
const lifetimeSchema = z.pipe(
  z.pipe(z.union([z.number(), digitsSchema]), z.number().check(z.nonnegative())),
  z.transform((seconds) => Math.max(1, seconds)),
);
const nameSchema = z.string().check(z.minLength(1));
const scopeSchema = orUndefined(
  z.union([z.pipe(z.string(), z.transform(parseScopes)), z.array(z.string())]),
);

const envelopeSchema = z.looseObject({
  data: z
    .partial(z.looseObject({ access_token: z.unknown(), refresh_token: z.unknown() }))
    .check(z.refine((data) => data.access_token !== undefined || data.refresh_token !== undefined)),
});

/** The fields stand at the top, as the document shows them, or in an envelope as everything else. */
function withoutEnvelope(json: unknown): unknown {
  return envelopeSchema.safeParse(json).data?.data ?? json;
}

/** Reads a token response as it comes over the wire. */
export const tokenResponseSchema = z.pipe(
  z.transform(withoutEnvelope),
  z.pipe(
    z.looseObject({
      access_token: accessTokenSchema,
      token_type: z.string().check(z.regex(/^bearer$/i)),
      refresh_token: refreshTokenSchema,
      expires_in: lifetimeSchema,
      scope: scopeSchema,
      tenant_id: nameSchema,
      user_id: nameSchema,
    }),
    z.transform((wire): TokenResponse => tokensOf(wire)),
  ),
);

/**
 * Reads the answer to a refresh. The service has used up the old refresh token by then, so that new tokens
 * are not thrown away for anything else in it: what is missing or odd counts as not sent.
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
        tenant_id: z.catch(orUndefined(nameSchema), undefined),
        user_id: z.catch(orUndefined(nameSchema), undefined),
      })
      .check(
        z.refine((wire) => wire.access_token !== undefined || wire.refresh_token !== undefined, {
          path: ['access_token'],
        }),
      ),
    z.transform((wire): RefreshResponse => tokensOf(wire)),
  ),
);

/** `schema`, or undefined for what is missing or null. */
function orUndefined<Value>(schema: z.ZodMiniType<Value>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}

/** The names of the fields in an answer, and in what is read of it. */
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
