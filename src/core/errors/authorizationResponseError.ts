import * as l10n from '@vscode/l10n';
import { displayText } from '../text/displayText.ts';
import { AppError } from './appError.ts';

/** The redirect from the authorize page contained an `error` (docs/interface.md, section 4.1 rule 3). */
export class AuthorizationResponseError extends AppError {
  readonly code = 'authorizationResponse';
  /** The value of `error`, cleaned by `redactServerText`. */
  readonly serverError: string;

  constructor(serverError: string) {
    super(
      serverError === 'access_denied'
        ? l10n.t('Sign-in was refused on the authorization page.')
        : serverError === 'invalid_scope'
          ? l10n.t(
              'The app may not have all permissions that were asked for ({0}). Remove one from the connection, or have it granted to the app.',
              serverError,
            )
          : l10n.t('The service did not authorize the sign-in: {0}', displayText(serverError)),
    );
    this.serverError = serverError;
  }
}
