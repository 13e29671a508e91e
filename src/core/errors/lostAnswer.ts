import { ApiError } from './apiError.ts';
import { NetworkError } from './networkError.ts';
import { ResponseSchemaError } from './responseSchemaError.ts';
import { TimeoutError } from './timeoutError.ts';

/**
 * Returns whether the service may have executed a request that failed with `error`: there was no valid
 * response, or only a gateway's.
 */
export function isAnswerLost(error: unknown): boolean {
  return (
    error instanceof TimeoutError ||
    error instanceof ResponseSchemaError ||
    (error instanceof NetworkError && error.progress === 'maybeReceived') ||
    (error instanceof ApiError && !isRefusal(error))
  );
}

/**
 * Returns whether the service itself has refused the request. A gateway sends no envelope, and may respond
 * with any HTTP status after the service has received the request; a gateway that does use the envelope is
 * recognized by its HTTP status. A redirect is not a refusal: HTTP 303 leads to the result of a request.
 */
function isRefusal({ envelopeCode, httpStatus }: ApiError): boolean {
  const isRedirect = httpStatus >= 300 && httpStatus <= 399;
  return envelopeCode !== undefined && !isRedirect && httpStatus < 500 && httpStatus !== 408;
}
