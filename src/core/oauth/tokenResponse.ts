import * as z from 'zod';
import {
  isAccessTokenValue,
  isRefreshTokenValue,
  type AccessTokenValue,
  type RefreshTokenValue,
} from '../account/tokens.ts';
import { parseScopes } from '../connections/scope.ts';

/** The token response (docs/interface.md, section 2.3). */
export interface TokenResponse {
  readonly accessToken: AccessTokenValue;
  /** Undefined if the service sent none: the one in use stays valid (RFC 6749, section 6). */
  readonly refreshToken: RefreshTokenValue | undefined;
  /** Remaining lifetime of the access token in seconds, counted from the arrival of the answer. */
  readonly expiresIn: number;
  /** Undefined if the service sent none: those that were asked for (RFC 6749, section 5.1). */
  readonly scopes: readonly string[] | undefined;
  readonly tenantId: string;
  readonly userId: string;
}

/** Reads a token response as it comes over the wire. */
export const tokenResponseSchema = z
  .looseObject({
    access_token: z.string().refine(isAccessTokenValue),
    token_type: z.string().regex(/^bearer$/i),
    refresh_token: z.string().refine(isRefreshTokenValue).nullish(),
    expires_in: z
      .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
      .pipe(z.number().positive()),
    scope: z.string().nullish(),
    tenant_id: z.string().min(1),
    user_id: z.string().min(1),
  })
  .transform((wire): TokenResponse => ({
    accessToken: wire.access_token,
    refreshToken: wire.refresh_token ?? undefined,
    expiresIn: wire.expires_in,
    scopes: wire.scope === undefined || wire.scope === null ? undefined : parseScopes(wire.scope),
    tenantId: wire.tenant_id,
    userId: wire.user_id,
  }));
