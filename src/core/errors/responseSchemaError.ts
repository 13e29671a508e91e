import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** The service answered with something other than the interface document describes. */
export class ResponseSchemaError extends AppError {
  readonly code = 'responseSchema';
  /** Where the answer departs from the description: names of fields only, never their values. */
  readonly detail: string;

  constructor(detail: string, options?: ErrorOptions) {
    super(l10n.t('The service sent an answer that cannot be understood: {0}', detail), options);
    this.detail = detail;
  }
}
