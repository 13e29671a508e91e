import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { SignInNotifications } from '../commands/signInNotifications.ts';
import type { AccountId } from '../core/account/account.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import { displayText } from '../core/text/displayText.ts';
import type { SignIn } from './signIn.ts';
import type { LinkDelivery } from './signInGuide.ts';

interface SignInAsOptions {
  readonly accounts: LabelAccounts;
  readonly signIn: SignIn;
  readonly signInNotifications: SignInNotifications;
  /** App to sign in with if no account is given. */
  readonly app?: ClientApp | undefined;
  /** Reveals an account that has just signed in. */
  readonly showAccount: (account: AccountId) => Promise<void>;
}

/**
 * Signs in, and tells the user if the browser signed in another account than `account`. Throws the errors of
 * `SignIn.signIn`.
 */
export async function signInAs(
  account: AccountId | undefined,
  delivery: LinkDelivery,
  options: SignInAsOptions,
): Promise<void> {
  const { accounts, app, showAccount, signIn, signInNotifications } = options;
  const target = account === undefined ? { app, delivery } : { account, delivery };
  const signedIn = (await signIn.signIn(target)).account.id;
  await showAccount(signedIn);
  const meant = account === undefined ? undefined : accounts.find(account);
  if (meant === undefined || meant.account.id === signedIn) {
    return;
  }
  const retry = vscode.l10n.t('Retry');
  const copyLink = vscode.l10n.t('Copy Sign-in Link');
  const message = vscode.l10n.t(
    'The browser signed in {0}, not {1}. Sign out of the service there and try again, or open the sign-in link in another browser profile.',
    displayText(accounts.find(signedIn)?.label ?? ''),
    displayText(meant.label),
  );
  const picked = await signInNotifications.show(
    message,
    { [retry]: 'asks', [copyLink]: 'shows' },
    { account: meant.account.id },
  );
  if (picked !== undefined) {
    await signInAs(account, picked === copyLink ? 'copy' : 'open', options);
  }
}
