import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** Problem with a callback. */
export type CallbackFault =
  | 'notACallback'
  | 'authorizePage'
  | 'unknownState'
  | 'wrongState'
  | 'expired'
  | 'missingCode'
  | 'repeatedParameter';

/** Callback that must not be exchanged for tokens (docs/interface.md, section 4.1 rule 2). */
export class CallbackValidationError extends AppError {
  readonly code = 'callbackValidation';
  readonly fault: CallbackFault;

  constructor(fault: CallbackFault) {
    super(describe(fault));
    this.fault = fault;
  }
}

function describe(fault: CallbackFault): string {
  switch (fault) {
    case 'notACallback':
      return l10n.t('This is not a callback URL.');
    case 'authorizePage':
      return l10n.t(
        'This is the address of the page that asks you to approve. Approve there, and paste the address that the browser then shows.',
      );
    case 'unknownState':
      return l10n.t('This sign-in was not started here, or it has already ended. Sign in again.');
    case 'wrongState':
      return l10n.t(
        'This sign-in was not started here, or it has already ended. Another one is still waiting: approve it on the page that was opened last, or cancel it and sign in again.',
      );
    case 'expired':
      return l10n.t('The sign-in took too long. Sign in again.');
    case 'missingCode':
      return l10n.t('The response to the sign-in has no authorization code.');
    case 'repeatedParameter':
      return l10n.t('The response to the sign-in has the same parameter twice.');
  }
}
