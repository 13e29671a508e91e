import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** The service answered with something that docs/interface.md does not describe. */
export class ResponseSchemaError extends AppError {
  readonly code = 'responseSchema';
  /** Which fields are wrong: their names only, never their values. */
  readonly detail: string;

  constructor(detail: string, options?: ErrorOptions) {
    super(l10n.t('The service sent an answer that cannot be understood: {0}', detail), options);
    this.detail = detail;
  }
}
