import * as l10n from '@vscode/l10n';
import type { AccountId } from '../account/account.ts';
import { isolated } from '../text/isolated.ts';
import { AppError } from './appError.ts';

/** Response of a service that did not renew a session, without stating that it has ended. */
export interface RenewalRefusal {
  readonly httpStatus: number;
  /** `code` of the envelope, if the response is an envelope. */
  readonly envelopeCode?: number | undefined;
  /** Text of the service, for display. */
  readonly message?: string | undefined;
}

/** The service did not renew a session, without stating that it has ended; the session is kept. */
export class SessionDoubtfulError extends AppError {
  readonly code = 'sessionDoubtful';
  readonly accountId: AccountId;

  constructor(accountId: AccountId, refusal: RenewalRefusal, options?: ErrorOptions) {
    super(describeRefusal(refusal), options);
    this.accountId = accountId;
  }
}

/** Returns the sentence that describes a refusal. */
export function describeRefusal({ envelopeCode, httpStatus, message }: RenewalRefusal): string {
  if (message === undefined || message === '') {
    return l10n.t({
      message: 'The service did not renew your sign-in ({0}).',
      args: [envelopeCode ?? `HTTP ${httpStatus}`],
      comment: ['{0}: a code such as 40001, or HTTP 400'],
    });
  }
  return envelopeCode === undefined
    ? l10n.t('The service did not renew your sign-in: “{0}”.', isolated(message))
    : l10n.t(
        'The service did not renew your sign-in: “{0}” ({1}).',
        isolated(message),
        envelopeCode,
      );
}
