import * as l10n from '@vscode/l10n';
import type { AccountId } from '../account/account.ts';
import { AppError } from './appError.ts';

/** The session cannot be renewed; the user has to sign in again. */
export class SessionExpiredError extends AppError {
  readonly code = 'sessionExpired';
  readonly accountId: AccountId;

  constructor(accountId: AccountId, options?: ErrorOptions) {
    super(l10n.t('Your session has ended. Sign in again.'), options);
    this.accountId = accountId;
  }
}
