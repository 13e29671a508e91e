import * as z from 'zod';
import {
  isAccessTokenValue,
  isRefreshTokenValue,
  type AccessTokenValue,
  type RefreshTokenValue,
} from '../account/tokens.ts';
import { parseScopes } from '../connections/scope.ts';

/** The answer to a refresh: an access token, a refresh token or both, and what else could be read of it. */
export interface RefreshResponse {
  /** Undefined if the service sent none that can be used: it has replaced the refresh token all the same. */
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

const accessTokenSchema = z.string().refine(isAccessTokenValue);
const refreshTokenSchema = orUndefined(z.string().refine(isRefreshTokenValue));
/** The service counts what remains, so that 0 is less than a second. */
const lifetimeSchema = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().nonnegative())
  .transform((seconds) => Math.max(1, seconds));
const nameSchema = z.string().min(1);
const scopeSchema = orUndefined(z.union([z.string().transform(parseScopes), z.array(z.string())]));

const envelopeSchema = z.looseObject({
  data: z
    .looseObject({ access_token: z.unknown(), refresh_token: z.unknown() })
    .partial()
    .refine((data) => data.access_token !== undefined || data.refresh_token !== undefined),
});

/** The fields stand at the top, as the document shows them, or in an envelope as everything else. */
function withoutEnvelope(json: unknown): unknown {
  return envelopeSchema.safeParse(json).data?.data ?? json;
}

/** Reads a token response as it comes over the wire. */
export const tokenResponseSchema = z.preprocess(
  withoutEnvelope,
  z
    .looseObject({
      access_token: accessTokenSchema,
      token_type: z.string().regex(/^bearer$/i),
      refresh_token: refreshTokenSchema,
      expires_in: lifetimeSchema,
      scope: scopeSchema,
      tenant_id: nameSchema,
      user_id: nameSchema,
    })
    .transform((wire): TokenResponse => tokensOf(wire)),
);

/**
 * Reads the answer to a refresh. The service has used up the old refresh token by then, so that new tokens
 * are not thrown away for anything else in it: what is missing or odd counts as not sent.
 */
export const refreshResponseSchema = z.preprocess(
  withoutEnvelope,
  z
    .looseObject({
      access_token: orUndefined(accessTokenSchema).catch(undefined),
      refresh_token: refreshTokenSchema.catch(undefined),
      expires_in: orUndefined(lifetimeSchema).catch(undefined),
      scope: scopeSchema.catch(undefined),
      tenant_id: orUndefined(nameSchema).catch(undefined),
      user_id: orUndefined(nameSchema).catch(undefined),
    })
    .refine((wire) => wire.access_token !== undefined || wire.refresh_token !== undefined, {
      path: ['access_token'],
    })
    .transform((wire): RefreshResponse => tokensOf(wire)),
);

/** `schema`, or undefined for what is missing or null. */
function orUndefined<Value>(schema: z.ZodType<Value>) {
  return schema.nullish().transform((value) => value ?? undefined);
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
