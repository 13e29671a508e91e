import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import { RequestError } from '../core/errors/requestError.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { modelText } from './modelText.ts';
import type { ToolSubject } from './toolQuestions.ts';

/** An account, as described to a language model. */
export interface ModelAccount {
  readonly id: string;
  readonly name: string;
}

const maximumNameLength = 200;

/** Description of an account for a language model. */
export function modelAccount({ account, description, label }: LabelAccount): ModelAccount {
  return { id: account.id, name: modelText(`${label} (${description})`, maximumNameLength) };
}

/**
 * Returns the account whose id or name a language model has given in `named`, or the only account if `named`
 * is undefined; `accounts` if that does not identify exactly one. Throws `SessionExpiredError` and the errors
 * of `requireAccount`.
 */
export async function resolveAccount(
  accounts: SignedInAccounts,
  named: string | undefined,
): Promise<LabelAccount | 'accounts'> {
  await accounts.requireAccount();
  const meant = accounts.all().filter((account) => {
    const { id, name } = modelAccount(account);
    return named === undefined || named === id || named === name || named === account.label;
  });
  const [account, ...others] = meant;
  if (account === undefined || others.length > 0) {
    return 'accounts';
  }
  return signedIn(account, account.account.id);
}

/**
 * Returns the account that the confirmation was about. Throws `SessionExpiredError` if it is no longer signed
 * in, and a `RequestError` that lists the accounts if the confirmation was about that list.
 */
export function accountOfSubject(accounts: SignedInAccounts, subject: ToolSubject): LabelAccount {
  if (subject === 'accounts') {
    const known = JSON.stringify(accounts.all().map(modelAccount));
    throw new RequestError(`Say which account is meant, by its id. These are signed in: ${known}`);
  }
  return signedIn(accounts.find(subject), subject);
}

function signedIn(account: LabelAccount | undefined, id: AccountId): LabelAccount {
  if (account?.state !== 'signedIn') {
    throw new SessionExpiredError(id);
  }
  return account;
}
