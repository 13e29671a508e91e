import * as z from 'zod/mini';
import type { TokenEndpointOutcome } from '../errors/tokenEndpointError.ts';
import { parseJson } from '../text/parseJson.ts';

/** What an answer without tokens says about the grant. */
export interface TokenRefusal {
  readonly outcome: TokenEndpointOutcome;
  /** What the service called the error, as it came. */
  readonly serverError: string | undefined;
}

const textSchema = z.catch(z.nullish(z.string()), undefined);

/** Error body of RFC 6749, section 5.2. Gateways write `message` for the description. */
const oauthErrorSchema = z.looseObject({
  error: z.string().check(z.minLength(1)),
  error_description: textSchema,
  message: textSchema,
});

const errorCodeSchema = z.pipe(
  z.looseObject({ code: z.string() }),
  z.transform(({ code }) => code),
);

const errorNameSchema = z.catch(z.optional(z.union([z.string(), errorCodeSchema])), undefined);

/** The name of the error at the top, or in the data of an envelope. */
const wrappedErrorSchema = z.looseObject({
  error: errorNameSchema,
  data: z.catch(z.optional(z.looseObject({ error: errorNameSchema })), undefined),
});

/** The common envelope (docs/interface.md, section 2.1). */
const envelopeErrorSchema = z.looseObject({
  code: z.int().check(z.refine((code) => code !== 0)),
  message: textSchema,
});

/** The errors of RFC 6749, section 5.2, and of its relatives, that explain themselves. */
const outcomeByName: ReadonlyMap<string, TokenEndpointOutcome> = new Map([
  ['invalid_grant', 'refused'],
  ['invalid_client', 'clientRefused'],
  ['unauthorized_client', 'clientRefused'],
  ['temporarily_unavailable', 'unavailable'],
  ['server_error', 'unavailable'],
  ['slow_down', 'unavailable'],
]);

const wrongSecret = /secret|\bclient[ _-]?(?:credential|authentication)|\binvalid[ _]client\b/i;

/**
 * Classifies an answer of the token endpoint that holds no tokens. The document shows no error body
 * (docs/interface.md, section 7 rule 5), so a body of any shape is read. Only one that names
 * `invalid_grant` as its error, or an envelope with one of `invalidGrantCodes`, says that the grant is
 * dead: everything else may come from something between, and the grant is taken to be alive.
 */
export function classifyTokenRefusal(
  httpStatus: number,
  body: string,
  invalidGrantCodes: readonly number[],
): TokenRefusal {
  const json = parseJson(body);
  const oauthError = oauthErrorSchema.safeParse(json).data;
  const envelope = envelopeErrorSchema.safeParse(json).data;
  const serverError = describe(oauthError, envelope);
  const outcome = (): TokenEndpointOutcome => {
    if (isUnavailable(httpStatus)) {
      return 'unavailable';
    }
    if (envelope !== undefined && invalidGrantCodes.includes(envelope.code)) {
      return 'refused';
    }
    if (envelope !== undefined && isUnavailable(envelope.code)) {
      return 'unavailable';
    }
    const named = outcomeNamedIn(errorNameIn(json, body) ?? envelope?.message ?? '');
    if (named !== undefined) {
      return named;
    }
    if (serverError === undefined) {
      return isRefusal(httpStatus) ? 'doubtful' : 'unavailable';
    }
    return wrongSecret.test(serverError) ? 'clientRefused' : 'doubtful';
  };
  return { outcome: outcome(), serverError };
}

function describe(
  oauthError: z.output<typeof oauthErrorSchema> | undefined,
  envelope: z.output<typeof envelopeErrorSchema> | undefined,
): string | undefined {
  if (oauthError !== undefined) {
    const { error, error_description: description, message } = oauthError;
    return [error, description || message].filter(Boolean).join(': ');
  }
  if (envelope !== undefined) {
    const { code, message } = envelope;
    return message ? `${message} (${code})` : String(code);
  }
  return undefined;
}

/** What names the error: the field of RFC 6749 wherever services put it, in JSON or in a form. */
function errorNameIn(json: unknown, body: string): string | undefined {
  const { data, error } = wrappedErrorSchema.safeParse(json).data ?? {};
  return json === undefined && /^\w+=/.test(body)
    ? (new URLSearchParams(body).get('error') ?? undefined)
    : (error ?? data?.error);
}

/** The outcome of the error that `text` begins with, if that explains itself: what is only mentioned says nothing. */
function outcomeNamedIn(text: string): TokenEndpointOutcome | undefined {
  // No name is longer than this, and the rest may be.
  const [, name = ''] = /^\W*([a-z_]+)\b/.exec(text.slice(0, 100).toLowerCase()) ?? [];
  return outcomeByName.get(name);
}

function isUnavailable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status <= 599);
}

/** A proxy that wants a password says 407; it has seen nothing of the grant. */
function isRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && status !== 407;
}
