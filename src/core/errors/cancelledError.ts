import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** The user or the caller cancelled. Never shown. */
export class CancelledError extends AppError {
  readonly code = 'cancelled';

  constructor(options?: ErrorOptions) {
    super(l10n.t('Cancelled.'), options);
  }
}
