import * as l10n from '@vscode/l10n';
import type { AccountId } from '../account/account.ts';
import { AppError } from './appError.ts';

/** The service did not renew a session, and did not say that it has ended: it is kept. */
export class SessionDoubtfulError extends AppError {
  readonly code = 'sessionDoubtful';
  readonly accountId: AccountId;

  /** `detail`: what the service said, fit to be shown. */
  constructor(accountId: AccountId, detail: string, options?: ErrorOptions) {
    super(l10n.t('{0}: not renewed, but you stay signed in', detail), options);
    this.accountId = accountId;
  }
}
