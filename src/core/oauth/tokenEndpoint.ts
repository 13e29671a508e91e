import * as z from 'zod/mini';
import type { ClientApp } from '../account/clientApp.ts';
import type { ClientSecret, RefreshTokenValue } from '../account/tokens.ts';
import { retryAfterSeconds } from '../api/retryAfterHeader.ts';
import type { HttpTransport } from '../api/transport.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { isCutJson, ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { TokenEndpointError } from '../errors/tokenEndpointError.ts';
import { serverText } from '../log/redaction.ts';
import { parseJson } from '../text/parseJson.ts';
import type { AuthorizationResponse } from './callback.ts';
import { classifyTokenRefusal } from './tokenRefusal.ts';
import {
  refreshResponseSchema,
  tokenResponseSchema,
  type RefreshResponse,
  type TokenResponse,
} from './tokenResponse.ts';

/**
 * How long a refresh may take at least, in milliseconds: giving up early loses the new tokens, as the
 * service has used up the old one by then.
 */
const minimumRefreshTimeout = 60_000;

/** What a refresh needs (docs/interface.md, section 4.3). */
export interface RefreshGrant extends ClientApp {
  readonly clientSecret: ClientSecret;
  /** Exactly the one that was sent at authorization. */
  readonly redirectUri: string;
  readonly refreshToken: RefreshTokenValue;
}

/**
 * POST {base_url}/auth/oauth/token with multipart/form-data. Both methods throw `TokenEndpointError`,
 * `RateLimitedError`, `ResponseSchemaError` and what the transport throws.
 */
export class TokenEndpoint {
  readonly #transport: HttpTransport;
  readonly #invalidGrantCodes: () => readonly number[];

  /** `invalidGrantCodes`: the envelope codes that mean `invalid_grant`. */
  constructor(transport: HttpTransport, invalidGrantCodes: () => readonly number[]) {
    this.#transport = transport;
    this.#invalidGrantCodes = invalidGrantCodes;
  }

  /** Exchanges the code of a validated callback for tokens (docs/interface.md, section 4.2). */
  async exchange(
    { code, pending }: AuthorizationResponse,
    clientSecret: ClientSecret,
    signal?: AbortSignal,
  ): Promise<TokenResponse> {
    return await this.#request(
      tokenResponseSchema,
      pending,
      {
        grant_type: 'authorization_code',
        code,
        client_id: pending.clientId,
        client_secret: clientSecret,
        redirect_uri: pending.redirectUri,
      },
      [code, clientSecret, pending.state],
      signal,
    );
  }

  /**
   * Obtains new tokens (docs/interface.md, section 4.3). This uses up the refresh token, even if the
   * response is lost, so that nobody can cancel it.
   */
  async refresh(grant: RefreshGrant): Promise<RefreshResponse> {
    return await this.#request(
      refreshResponseSchema,
      grant,
      {
        grant_type: 'refresh_token',
        client_id: grant.clientId,
        client_secret: grant.clientSecret,
        redirect_uri: grant.redirectUri,
        refresh_token: grant.refreshToken,
      },
      [grant.refreshToken, grant.clientSecret],
      undefined,
      minimumRefreshTimeout,
    );
  }

  async #request<Response extends RefreshResponse>(
    schema: z.core.$ZodType<Response>,
    { baseUrl, clientId }: ClientApp,
    fields: Readonly<Record<string, string>>,
    secrets: readonly string[],
    signal: AbortSignal | undefined,
    minimumTimeout = 0,
  ): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      body.append(name, value);
    }
    const url = new URL(`${baseUrl}/auth/oauth/token`);
    const headers = { accept: 'application/json' };
    // The code or refresh token has been used up for these tokens: they must not get lost.
    const isEnough = (text: string): boolean => z.safeParse(schema, parseJson(text)).success;
    const response = await this.#transport.send(
      { method: 'POST', url, headers, body, minimumTimeout, isEnough },
      signal,
    );
    const json = parseJson(response.body);
    const tokens = z.safeParse(schema, json);
    const succeeded = response.status >= 200 && response.status <= 299;
    if (tokens.success && wereIssued(tokens.data, succeeded, fields['refresh_token'])) {
      return tokens.data;
    }
    if (response.status === 429) {
      throw new RateLimitedError(retryAfterSeconds(response.headers));
    }
    if (json === undefined && isCutJson(response.body)) {
      // What the whole would have said is not known.
      throw ResponseSchemaError.notJson(response.body);
    }
    const { outcome, serverError } = classifyTokenRefusal(
      response.status,
      response.body,
      this.#invalidGrantCodes(),
    );
    if (succeeded && outcome === 'unavailable' && serverError === undefined && !tokens.success) {
      throw json === undefined
        ? ResponseSchemaError.notJson(response.body)
        : new ResponseSchemaError(unmatchedFields(tokens.error));
    }
    throw new TokenEndpointError(
      outcome,
      response.status,
      serverError === undefined ? undefined : serverText(serverError, secrets),
      { app: { baseUrl, clientId } },
    );
  }
}

/** Whether an answer has new tokens: both of them, whatever its status is, or no error and one that was not `sent`. */
function wereIssued(
  { accessToken, refreshToken }: RefreshResponse,
  succeeded: boolean,
  sent: string | undefined,
): boolean {
  return accessToken === undefined
    ? succeeded && refreshToken !== sent
    : succeeded || refreshToken !== undefined;
}
