import * as z from 'zod/mini';
import { ApiError } from '../errors/apiError.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import type { SecretMask } from '../log/liveSecrets.ts';
import { redactServerText } from '../log/redaction.ts';
import { parseJson } from '../text/exactJson.ts';
import { legibleText, unreadableBody } from './bodyText.ts';
import type { HttpResponse } from './httpResponse.ts';
import { redirectTarget } from './redirectTarget.ts';
import { retryAfterSeconds } from './retryAfterHeader.ts';
import { wholeNumber } from './wireNumber.ts';

/** Response envelope as received (docs/interface.md, section 2.1). */
const envelopeSchema = z.looseObject({
  code: wholeNumber,
  // A message that is not text must not hide the code.
  message: z.catch(z.nullish(z.string()), undefined),
  data: z.optional(z.unknown()),
});

/** Returns whether `json` matches `envelopeSchema` with code 0; the schema itself takes many times as long. */
function isSuccess(json: unknown): json is { readonly data?: unknown } {
  return typeof json === 'object' && json !== null && 'code' in json && json.code === 0;
}

/**
 * Returns `data` of a successful response. A code other than 0 is a failure whatever the HTTP status, and so
 * is an HTTP status other than 2xx whatever the body. Throws `ApiError`, `RateLimitedError`, and
 * `ResponseSchemaError` if the body is not an envelope, or not text in its charset. `live` secrets are
 * removed from the service's message.
 */
export function decodeEnvelope(response: HttpResponse, live: SecretMask): unknown {
  const { body, headers, status } = response;
  // The code of a failure is read even if its message cannot be decoded.
  const json = parseJson(legibleText(body));
  const isOk = status >= 200 && status <= 299;
  if (isOk && body.kind === 'text' && isSuccess(json)) {
    return json.data;
  }
  if (status === 429) {
    throw new RateLimitedError(retryAfterSeconds(headers));
  }
  const envelope = envelopeSchema.safeParse(json);
  if (envelope.success && envelope.data.code !== 0) {
    throw new ApiError({
      httpStatus: status,
      envelopeCode: envelope.data.code,
      serverMessage: redactServerText(envelope.data.message ?? '', live),
    });
  }
  if (!isOk) {
    throw new ApiError({
      httpStatus: status,
      redirectTarget: redirectTarget(response, live),
    });
  }
  if (body.kind === 'undecodable' || json === undefined) {
    throw unreadableBody(body);
  }
  if (!envelope.success) {
    throw new ResponseSchemaError(unmatchedFields(envelope.error));
  }
  return envelope.data.data;
}
