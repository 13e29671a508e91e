import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import { RequestError } from '../core/errors/requestError.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { visibleText } from './visibleText.ts';

/** An account as a language model gets it. */
export interface ModelAccount {
  readonly id: string;
  readonly name: string;
}

const maximumNameLength = 200;

/** Who and where, for a language model. */
export function modelAccount({ account, description, label }: LabelAccount): ModelAccount {
  return { id: account.id, name: visibleText(`${label} (${description})`, maximumNameLength) };
}

/**
 * The account that a language model names by its id or its name; the only one if it names none. Throws
 * `RequestError` that says which accounts there are, `SessionExpiredError`, and what `requireAccount` throws.
 */
export async function namedAccount(
  accounts: SignedInAccounts,
  named: string | undefined,
): Promise<LabelAccount> {
  await accounts.requireAccount();
  const all = accounts.all();
  const meant = all.filter((account) => {
    const { id, name } = modelAccount(account);
    return named === undefined || named === id || named === name || named === account.label;
  });
  const [account, ...others] = meant;
  if (account === undefined || others.length > 0) {
    const known = JSON.stringify(all.map(modelAccount));
    throw new RequestError(
      named === undefined
        ? `Several accounts are signed in. Say which one is meant, by its id: ${known}`
        : `No single account is called that. These are signed in: ${known}`,
    );
  }
  if (account.state === 'signInNeeded') {
    throw new SessionExpiredError(account.account.id);
  }
  return account;
}
