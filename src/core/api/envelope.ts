import * as z from 'zod/mini';
import { ApiError } from '../errors/apiError.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { serverText } from '../log/redaction.ts';
import { parseJson } from '../text/parseJson.ts';
import type { HttpResponse } from './httpResponse.ts';
import { retryAfterSeconds } from './retryAfterHeader.ts';

/** The response envelope (docs/interface.md, section 2.1), as it is on the wire. */
const envelopeSchema = z.looseObject({
  code: z.int(),
  // One that is not text must not hide the code.
  message: z.catch(z.nullish(z.string()), undefined),
});

/** Whether `envelopeSchema` would take `json`, with the code of a success: it takes many times as long to say so. */
function isSuccess(json: unknown): json is { readonly data?: unknown } {
  return typeof json === 'object' && json !== null && 'code' in json && json.code === 0;
}

/**
 * Returns `data` of a successful response. A code other than 0 is a failure whatever the HTTP status is,
 * and so is an HTTP status other than 2xx whatever the body is. Throws `ApiError`, `RateLimitedError`, and
 * `ResponseSchemaError` if the body is not an envelope. `secrets` are removed from the service's message.
 */
export function decodeEnvelope(response: HttpResponse, secrets: readonly string[] = []): unknown {
  const json = parseJson(response.body);
  const isOk = response.status >= 200 && response.status <= 299;
  if (isOk && isSuccess(json)) {
    return json.data;
  }
  if (response.status === 429) {
    throw new RateLimitedError(retryAfterSeconds(response.headers));
  }
  const envelope = envelopeSchema.safeParse(json);
  if (envelope.success && envelope.data.code !== 0) {
    throw new ApiError({
      httpStatus: response.status,
      envelopeCode: envelope.data.code,
      serverMessage: serverText(envelope.data.message ?? '', secrets),
    });
  }
  // With the code of a success it has another status: it would have been returned above.
  if (envelope.success || !isOk) {
    throw new ApiError({ httpStatus: response.status });
  }
  throw json === undefined
    ? ResponseSchemaError.notJson(response.body)
    : new ResponseSchemaError(unmatchedFields(envelope.error));
}
