import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** Response of the service that does not conform to docs/interface.md. */
export class ResponseSchemaError extends AppError {
  readonly code = 'responseSchema';
  /** Description of the problem, such as the names of fields, never their values. */
  readonly detail: string;

  constructor(detail: string) {
    super(l10n.t('The service sent an invalid response: {0}', detail));
    this.detail = detail;
  }

  /** Creates the error for a response that is not JSON: truncated, or something else altogether. */
  static notJson(body: string): ResponseSchemaError {
    const detail = isCutJson(body) ? 'JSON' : l10n.t('not JSON, perhaps a web page');
    return new ResponseSchemaError(detail);
  }

  /** Creates the error for a response that is not text in its declared charset. */
  static undecodable(charset: string): ResponseSchemaError {
    return new ResponseSchemaError(l10n.t('not text in the charset {0}', charset));
  }
}

/** Returns whether a body that is not JSON starts like JSON, and so was truncated. */
export function isCutJson(body: string): boolean {
  return /^\s*[{[]/.test(body);
}
