import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { AccountId } from '../core/account/account.ts';
import { displayText } from '../core/text/displayText.ts';
import type { LinkDelivery } from './browserSignIn.ts';
import type { SignIn } from './signIn.ts';

interface SignInAsOptions {
  readonly accounts: LabelAccounts;
  readonly signIn: SignIn;
  /** Brings an account that has just signed in into sight. */
  readonly showAccount: (account: AccountId) => Promise<void>;
}

/**
 * Signs in, and says so if the browser has signed in another account than the one that was meant. Throws
 * what `SignIn.signIn` throws.
 */
export async function signInAs(
  account: AccountId | undefined,
  delivery: LinkDelivery,
  options: SignInAsOptions,
): Promise<void> {
  const { accounts, showAccount, signIn } = options;
  const target = account === undefined ? { delivery } : { account, delivery };
  const signedIn = (await signIn.signIn(target)).account.id;
  await showAccount(signedIn);
  const meant = account === undefined ? undefined : accounts.find(account);
  if (meant === undefined || meant.account.id === signedIn) {
    return;
  }
  const tryAgain = vscode.l10n.t('Try Again');
  const copyLink = vscode.l10n.t('Copy Sign-in Link');
  const message = vscode.l10n.t(
    'The browser signed in {0}, not {1}. Sign out of the service there and try again, or open the sign-in link in another browser profile.',
    displayText(accounts.find(signedIn)?.label ?? ''),
    displayText(meant.label),
  );
  const picked = await notify('warning', message, [tryAgain, copyLink]);
  if (picked !== undefined) {
    await signInAs(account, picked === copyLink ? 'copy' : 'open', options);
  }
}
