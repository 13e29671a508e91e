import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** The service sent the browser back with an `error` (interface document, section 4.1 rule 3). */
export class AuthorizationResponseError extends AppError {
  readonly code = 'authorizationResponse';
  /** The value of `error`, already fit to be shown. */
  readonly serverError: string;

  constructor(serverError: string, options?: ErrorOptions) {
    super(
      serverError === 'access_denied'
        ? l10n.t('Sign-in was refused on the authorization page.')
        : l10n.t('The service did not authorize the sign-in: {0}', serverError),
      options,
    );
    this.serverError = serverError;
  }
}
