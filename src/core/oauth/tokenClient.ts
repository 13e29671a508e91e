import * as z from 'zod/mini';
import type { ClientApp } from '../account/clientApp.ts';
import type { ClientSecret, RefreshTokenValue } from '../account/tokens.ts';
import { legibleText, unreadableBody, type BodyText } from '../api/bodyText.ts';
import { redirectTarget } from '../api/redirectTarget.ts';
import { retryAfterSeconds, sentAt } from '../api/retryAfterHeader.ts';
import type { HttpTransport } from '../api/transport.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { isCutJson, ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { TokenEndpointError } from '../errors/tokenEndpointError.ts';
import type { LiveSecrets } from '../log/liveSecrets.ts';
import { redactServerText } from '../log/redaction.ts';
import { parseJson } from '../text/exactJson.ts';
import type { AuthorizationResponse } from './callback.ts';
import { classifyTokenRefusal } from './tokenRefusal.ts';
import {
  lifetimeOf,
  refreshResponseSchema,
  tokenResponseSchema,
  tokensInText,
  type RefreshResponse,
  type TokenResponse,
} from './tokenResponse.ts';

/**
 * Minimum timeout of a refresh, in milliseconds: a timeout that is too early loses the new tokens, as the
 * service has already used up the old one.
 */
const minimumRefreshTimeout = 60_000;

/** Parameters of a refresh (docs/interface.md, section 4.3). */
export interface RefreshGrant extends ClientApp {
  readonly clientSecret: ClientSecret;
  /** Redirect URI exactly as sent at authorization. */
  readonly redirectUri: string;
  readonly refreshToken: RefreshTokenValue;
}

/**
 * Token endpoint, `POST {base_url}/auth/oauth/token` with multipart/form-data. Both methods throw
 * `TokenEndpointError`, `RateLimitedError`, `ResponseSchemaError` and the errors of the transport.
 */
export class TokenClient {
  readonly #transport: HttpTransport;
  readonly #invalidGrantCodes: () => readonly number[];
  readonly #liveSecrets: LiveSecrets;

  /** `invalidGrantCodes`: envelope codes that mean `invalid_grant`. */
  constructor(
    transport: HttpTransport,
    invalidGrantCodes: () => readonly number[],
    liveSecrets: LiveSecrets,
  ) {
    this.#transport = transport;
    this.#invalidGrantCodes = invalidGrantCodes;
    this.#liveSecrets = liveSecrets;
  }

  /** Timeout of a refresh, in milliseconds. */
  get refreshTimeout(): number {
    return this.#transport.timeoutOf({ minimumTimeout: minimumRefreshTimeout });
  }

  /** Exchanges the code of a validated callback for tokens (docs/interface.md, section 4.2). */
  async exchange(
    { code, pending }: AuthorizationResponse,
    clientSecret: ClientSecret,
    signal?: AbortSignal,
  ): Promise<TokenResponse> {
    this.#liveSecrets.note(code);
    const { body, sent, tokens } = await this.#request(
      tokenResponseSchema,
      pending,
      {
        grant_type: 'authorization_code',
        code,
        client_id: pending.clientId,
        client_secret: clientSecret,
        redirect_uri: pending.redirectUri,
      },
      signal,
    );
    if (body.kind === 'undecodable') {
      throw unreadableBody(body);
    }
    return { ...tokens, expiresIn: lifetimeOf(tokens.expiresIn, sent) };
  }

  /**
   * Obtains new tokens (docs/interface.md, section 4.3). Uses up the refresh token, even if the response is
   * lost, so it cannot be cancelled.
   */
  async refresh(grant: RefreshGrant): Promise<RefreshResponse> {
    const { body, sent, tokens } = await this.#request(
      refreshResponseSchema,
      grant,
      {
        grant_type: 'refresh_token',
        client_id: grant.clientId,
        client_secret: grant.clientSecret,
        redirect_uri: grant.redirectUri,
        refresh_token: grant.refreshToken,
      },
      undefined,
      minimumRefreshTimeout,
    );
    const { accessToken, expiresIn, refreshToken } = tokens;
    // The new tokens must not get lost because of undecodable text; the other fields then count as not sent.
    const { scopes, tenantId, userId } = body.kind === 'text' ? tokens : {};
    const lifetime = expiresIn === undefined ? undefined : lifetimeOf(expiresIn, sent);
    return { accessToken, refreshToken, expiresIn: lifetime, scopes, tenantId, userId };
  }

  async #request<Response extends RefreshResponse>(
    schema: z.core.$ZodType<Response>,
    { baseUrl, clientId }: ClientApp,
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
    minimumTimeout = 0,
  ): Promise<Issued<Response>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      form.append(name, value);
    }
    const url = new URL(`${baseUrl}/auth/oauth/token`);
    // The code or refresh token has been used up for these tokens, so they must not get lost.
    const isEnough = (text: string): boolean =>
      z.safeParse(schema, parseJson(text) ?? tokensInText(text)).success;
    const response = await this.#transport.send(
      {
        method: 'POST',
        url,
        headers: { accept: 'application/json' },
        body: form,
        minimumTimeout,
        isEnough,
      },
      signal,
    );
    const { body, headers, status } = response;
    const text = legibleText(body);
    const json = parseJson(text);
    const tokens = z.safeParse(schema, json ?? tokensInText(text));
    const succeeded = status >= 200 && status <= 299;
    const { accessToken, refreshToken } = tokens.data ?? {};
    for (const issued of [accessToken, refreshToken]) {
      // Noted now, as the tokens are stored later, or never.
      this.#liveSecrets.note(issued ?? '');
    }
    if (tokens.success && wereIssued(tokens.data, succeeded, fields['refresh_token'])) {
      return { tokens: tokens.data, body, sent: sentAt(headers) };
    }
    if (status === 429) {
      throw new RateLimitedError(retryAfterSeconds(headers));
    }
    if (json === undefined && isCutJson(text)) {
      // The meaning of the complete response is unknown.
      throw unreadableBody(body);
    }
    const { envelopeCode, message, outcome, serverError } = classifyTokenRefusal(
      status,
      text,
      this.#invalidGrantCodes(),
    );
    const isUnreadable = json === undefined || body.kind === 'undecodable';
    const isUnusable = isUnreadable || !tokens.success;
    if (succeeded && outcome === 'unavailable' && serverError === undefined && isUnusable) {
      throw isUnreadable || tokens.success
        ? unreadableBody(body)
        : new ResponseSchemaError(unmatchedFields(tokens.error));
    }
    const shown = (said: string | undefined): string | undefined =>
      said === undefined ? undefined : redactServerText(said, this.#liveSecrets);
    throw new TokenEndpointError(outcome, status, shown(serverError), {
      app: { baseUrl, clientId },
      redirectTarget: redirectTarget(response, this.#liveSecrets),
      refusal: { envelopeCode, message: shown(message) },
    });
  }
}

/** New tokens, with the response that contained them. */
interface Issued<Response extends RefreshResponse> {
  readonly tokens: Response;
  readonly body: BodyText;
  /** Time at which the service sent the response: wall-clock time in milliseconds. */
  readonly sent: number;
}

/**
 * Returns whether a response contains new tokens: either both tokens, whatever its status, or a success with
 * a token other than `sent`.
 */
function wereIssued(
  { accessToken, refreshToken }: RefreshResponse,
  succeeded: boolean,
  sent: string | undefined,
): boolean {
  return accessToken === undefined
    ? succeeded && refreshToken !== sent
    : succeeded || refreshToken !== undefined;
}
