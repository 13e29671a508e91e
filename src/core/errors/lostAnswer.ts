import { ApiError } from './apiError.ts';
import { NetworkError } from './networkError.ts';
import { ResponseSchemaError } from './responseSchemaError.ts';
import { TimeoutError } from './timeoutError.ts';

/**
 * Whether the service may have done what it was sent although `error` came of it: its answer has not
 * come, or only a gateway's.
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
 * Whether the service itself has said that it has not done it. A gateway has no envelope, and may answer
 * with any HTTP status after the service has taken the request; one that uses the envelope, too, betrays
 * itself by an HTTP status of its own. A redirect refuses nothing: HTTP 303 leads to what a request has made.
 */
function isRefusal({ envelopeCode, httpStatus }: ApiError): boolean {
  const isRedirect = httpStatus >= 300 && httpStatus <= 399;
  return envelopeCode !== undefined && !isRedirect && httpStatus < 500 && httpStatus !== 408;
}
