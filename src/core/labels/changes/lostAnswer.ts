import { ApiError } from '../../errors/apiError.ts';
import { NetworkError } from '../../errors/networkError.ts';
import { ResponseSchemaError } from '../../errors/responseSchemaError.ts';
import { TimeoutError } from '../../errors/timeoutError.ts';

/**
 * Whether the service may have done what it was sent although its answer has not come, or only that of
 * a gateway. Gateways may use the envelope too: with an HTTP status of theirs it is not the service's word.
 * A redirect refuses nothing: HTTP 303 leads to what a request has made.
 */
export function isAnswerLost(error: unknown): boolean {
  return (
    error instanceof TimeoutError ||
    error instanceof ResponseSchemaError ||
    (error instanceof NetworkError && error.progress === 'maybeReceived') ||
    (error instanceof ApiError &&
      (error.httpStatus >= 500 || error.httpStatus === 408 || isRedirect(error)))
  );
}

function isRedirect({ httpStatus }: ApiError): boolean {
  return httpStatus >= 300 && httpStatus <= 399;
}
