import * as z from 'zod/mini';
import { wholeNumber } from '../api/wireNumber.ts';
import type { TokenEndpointOutcome } from '../errors/tokenEndpointError.ts';
import { parseJson } from '../text/exactJson.ts';

/** Verdict on the grant in a response without tokens. */
export interface TokenRefusal {
  readonly outcome: TokenEndpointOutcome;
  /** Name of the error exactly as sent by the service. */
  readonly serverError: string | undefined;
  /** Message without the code of the envelope, if there is one. */
  readonly message: string | undefined;
  /** `code` of the envelope, if the response is an envelope and names no other error. */
  readonly envelopeCode: number | undefined;
}

const textSchema = z.catch(z.nullish(z.string()), undefined);

/** Error body of RFC 6749, section 5.2. Gateways use `message` for the description. */
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

/** Name of the error at the top level, or in the data of an envelope. */
const wrappedErrorSchema = z.looseObject({
  error: errorNameSchema,
  data: z.catch(z.optional(z.looseObject({ error: errorNameSchema })), undefined),
});

/** Common envelope (docs/interface.md, section 2.1). */
const envelopeErrorSchema = z.looseObject({
  code: wholeNumber.check(z.refine((code) => code !== 0)),
  message: textSchema,
});

/** Errors of RFC 6749, section 5.2, and related ones, whose meaning is clear. */
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
 * Classifies a response of the token endpoint without tokens. The error body is undocumented
 * (docs/interface.md, section 7 rule 5), so a body of any shape is parsed. Only a body that names
 * `invalid_grant` as its error, or an envelope with one of `invalidGrantCodes`, ends the grant: any other
 * response may come from an intermediary, and the grant counts as alive.
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
  return {
    outcome: outcome(),
    serverError,
    message: oauthError === undefined ? (envelope?.message ?? undefined) : serverError,
    envelopeCode: oauthError === undefined ? envelope?.code : undefined,
  };
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

/** Name of the error: the field of RFC 6749, wherever a service puts it, in JSON or in a form. */
function errorNameIn(json: unknown, body: string): string | undefined {
  const { data, error } = wrappedErrorSchema.safeParse(json).data ?? {};
  return json === undefined && /^\w+=/.test(body)
    ? (new URLSearchParams(body).get('error') ?? undefined)
    : (error ?? data?.error);
}

/**
 * Outcome of the error code at the start of `text`, if its meaning is clear; a code mentioned later in the
 * text does not count.
 */
function outcomeNamedIn(text: string): TokenEndpointOutcome | undefined {
  // All names are shorter; the text may be much longer.
  const [, name = ''] = /^\W*([a-z_]+)\b/.exec(text.slice(0, 100).toLowerCase()) ?? [];
  return outcomeByName.get(name);
}

function isUnavailable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status <= 599);
}

/**
 * Returns whether a status is a refusal of the grant. Status 407 is not: it comes from a proxy that requires
 * a password.
 */
function isRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && status !== 407;
}
