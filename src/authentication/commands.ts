import * as vscode from 'vscode';
import { accountOfTarget, type AccountOfRow } from '../accounts/accountOfTarget.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { AccountId } from '../core/account/account.ts';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import type { LinkDelivery } from './browserSignIn.ts';
import { pasteCallbackUrl } from './pasteCallbackUrl.ts';
import type { Authentication } from './registerAuthentication.ts';

/** What the commands for signing in need. */
export interface AuthenticationCommandsOptions extends Pick<
  Authentication,
  'browserSignIn' | 'signIn'
> {
  readonly accounts: LabelAccounts;
  readonly authorizationCodeFlow: AuthorizationCodeFlow;
  /** Brings an account that has just signed in into sight. */
  readonly showAccount: (account: AccountId) => Promise<void>;
  readonly accountOfRow: AccountOfRow;
}

/** Commands for signing in. */
export function authenticationCommands(options: AuthenticationCommandsOptions) {
  const { accountOfRow, accounts, authorizationCodeFlow, browserSignIn } = options;
  return {
    [commandIds.signIn]: async (target) => {
      await accounts.ready();
      await signInAs(accountOfTarget(target, accountOfRow), 'open', options);
    },
    [commandIds.copySignInLink]: async (target) => {
      await accounts.ready();
      const account = accountOfTarget(target, accountOfRow);
      if (account === undefined && (await browserSignIn.copyWaitingLink())) {
        await notify('information', vscode.l10n.t('The sign-in link was copied.'));
        return;
      }
      await signInAs(account, 'copy', options);
    },
    [commandIds.pasteCallbackUrl]: async () => await pasteCallbackUrl(authorizationCodeFlow),
  } satisfies Partial<CommandHandlers>;
}

/** Signs in, and says so if the browser has signed in another account than the one that was meant. */
async function signInAs(
  account: AccountId | undefined,
  delivery: LinkDelivery,
  options: AuthenticationCommandsOptions,
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
