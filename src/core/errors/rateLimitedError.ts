import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** HTTP 429: too many requests (RFC 6585, section 4). */
export class RateLimitedError extends AppError {
  readonly code = 'rateLimited';
  /** Wait requested by the service, if any. */
  readonly retryAfterSeconds: number | undefined;

  constructor(retryAfterSeconds: number | undefined, options?: ErrorOptions) {
    super(
      retryAfterSeconds === undefined
        ? l10n.t('The service received too many requests. Try again in a moment.')
        : l10n.t('The service received too many requests. Try again in {0} s.', retryAfterSeconds),
      options,
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Wait requested by the service with `error`, in milliseconds; 0 if none. */
export function waitAskedFor(error: unknown): number {
  return error instanceof RateLimitedError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}
