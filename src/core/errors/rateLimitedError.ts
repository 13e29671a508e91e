import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** HTTP 429: too many requests (RFC 6585, section 4). */
export class RateLimitedError extends AppError {
  readonly code = 'rateLimited';
  /** How long the service asks the caller to wait, if it does. */
  readonly retryAfterSeconds: number | undefined;

  constructor(retryAfterSeconds: number | undefined, options?: ErrorOptions) {
    super(
      retryAfterSeconds === undefined
        ? l10n.t('The service has had too many requests. Try again in a moment.')
        : l10n.t('The service has had too many requests. Try again in {0} s.', retryAfterSeconds),
      options,
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The wait that the service asks for by `error`, in milliseconds. */
export function waitAskedFor(error: unknown): number {
  return error instanceof RateLimitedError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}
