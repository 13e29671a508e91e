import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** The service answered with something that docs/interface.md does not describe. */
export class ResponseSchemaError extends AppError {
  readonly code = 'responseSchema';
  /** What is wrong, such as the names of fields, never their values. */
  readonly detail: string;

  constructor(detail: string, options?: ErrorOptions) {
    super(l10n.t('The service sent an answer that cannot be understood: {0}', detail), options);
    this.detail = detail;
  }

  /** For an answer that is not JSON: one that was cut on its way, or something else altogether. */
  static notJson(body: string): ResponseSchemaError {
    const detail = isCutJson(body) ? 'JSON' : l10n.t('not JSON, perhaps a web page');
    return new ResponseSchemaError(detail);
  }
}

/** Whether a body that is not JSON begins as if it were, and so was cut on its way. */
export function isCutJson(body: string): boolean {
  return /^\s*[{[]/.test(body);
}
