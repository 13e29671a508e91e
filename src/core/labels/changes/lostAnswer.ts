import { ApiError } from '../../errors/apiError.ts';
import { NetworkError } from '../../errors/networkError.ts';
import { ResponseSchemaError } from '../../errors/responseSchemaError.ts';
import { TimeoutError } from '../../errors/timeoutError.ts';

/**
 * Whether the service may have done what it was sent although its answer has not come, or only that of
 * a gateway. Gateways may use the envelope too: with an HTTP status of theirs it is not the service's word.
 */
export function isAnswerLost(error: unknown): boolean {
  return (
    error instanceof TimeoutError ||
    error instanceof ResponseSchemaError ||
    (error instanceof NetworkError && error.progress === 'maybeReceived') ||
    (error instanceof ApiError && (error.httpStatus >= 500 || error.httpStatus === 408))
  );
}
