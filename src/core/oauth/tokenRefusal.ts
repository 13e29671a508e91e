import * as z from 'zod';
import type { TokenEndpointOutcome } from '../errors/tokenEndpointError.ts';

/** What an answer without tokens says about the grant. */
export interface TokenRefusal {
  readonly outcome: TokenEndpointOutcome;
  /** What the service called the error, as it came. */
  readonly serverError: string | undefined;
}

/** Error body of RFC 6749, section 5.2. */
const oauthErrorSchema = z.looseObject({
  error: z.string().min(1),
  error_description: z.string().nullish(),
});

/** The common envelope (docs/interface.md, section 2.1). */
const envelopeErrorSchema = z.looseObject({
  code: z.int().refine((code) => code !== 0),
  message: z.string().nullish(),
});

const outcomeByOauthError: ReadonlyMap<string, TokenEndpointOutcome> = new Map([
  ['invalid_grant', 'refused'],
  ['invalid_token', 'refused'],
  ['invalid_client', 'clientRefused'],
  ['unauthorized_client', 'clientRefused'],
  ['temporarily_unavailable', 'unavailable'],
  ['server_error', 'unavailable'],
  ['slow_down', 'unavailable'],
]);

/**
 * Statuses with which a server refuses a grant without saying more. 403, 404, 407 and the like come
 * from proxies and wrong addresses as well, so they say nothing about the grant.
 */
const bareRefusalStatuses: ReadonlySet<number> = new Set([400, 401]);

/**
 * Classifies an answer of the token endpoint that holds no tokens. Its error body is unknown
 * (docs/interface.md, section 7 rule 5), so every reasonable shape is read: RFC 6749 JSON, the platform's
 * envelope with any status, an empty or HTML body. An envelope with a code that no RFC or HTTP status
 * explains counts as a refusal; for everything else the grant is taken to be alive when in doubt.
 */
export function classifyTokenRefusal(httpStatus: number, json: unknown): TokenRefusal {
  const oauthError = oauthErrorSchema.safeParse(json);
  const envelopeError = envelopeErrorSchema.safeParse(json);
  if (oauthError.success) {
    const { error, error_description: description } = oauthError.data;
    return {
      outcome: isUnavailable(httpStatus)
        ? 'unavailable'
        : (outcomeByOauthError.get(error) ??
          (isRefusalStatus(httpStatus) ? 'refused' : 'unavailable')),
      serverError: description ? `${error}: ${description}` : error,
    };
  }
  if (envelopeError.success) {
    const { code, message } = envelopeError.data;
    const unavailable = isUnavailable(httpStatus) || isUnavailable(code);
    return {
      outcome: unavailable ? 'unavailable' : outcomeOfMessage(message ?? ''),
      serverError: message ? `${message} (${code})` : String(code),
    };
  }
  return {
    outcome: bareRefusalStatuses.has(httpStatus) ? 'refused' : 'unavailable',
    serverError: undefined,
  };
}

/** What a message says by a name of RFC 6749 in it; the meanings of the envelope's codes are unknown. */
function outcomeOfMessage(message: string): TokenEndpointOutcome {
  const named = /[a-z]+(?:_[a-z]+)+/g;
  for (const [name] of message.matchAll(named)) {
    const outcome = outcomeByOauthError.get(name);
    if (outcome !== undefined) {
      return outcome;
    }
  }
  return 'refused';
}

function isUnavailable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status <= 599);
}

function isRefusalStatus(status: number): boolean {
  return status >= 400 && status <= 499;
}
