import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** Cancellation by the user or the caller. Never shown. */
export class CancelledError extends AppError {
  readonly code = 'cancelled';

  constructor(options?: ErrorOptions) {
    super(l10n.t('Cancelled.'), options);
  }
}
