import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** The redirect from the authorize page carried an `error` (docs/interface.md, section 4.1 rule 3). */
export class AuthorizationResponseError extends AppError {
  readonly code = 'authorizationResponse';
  /** The value of `error`, cleaned by `serverText`. */
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
