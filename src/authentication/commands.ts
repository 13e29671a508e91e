import * as vscode from 'vscode';
import { accountOfTarget, type AccountOfRow } from '../accounts/accountOfTarget.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { AccountId } from '../core/account/account.ts';
import type { LazyValue } from '../core/async/lazyValue.ts';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';
import { commandIds } from '../ids.ts';
import type { LinkDelivery } from './browserSignIn.ts';
import type { Authentication } from './registerAuthentication.ts';

/** What the commands for signing in need. */
export interface AuthenticationCommandsOptions extends Pick<Authentication, 'signInParts'> {
  readonly accounts: LabelAccounts;
  readonly authorizationCodeFlow: LazyValue<AuthorizationCodeFlow>;
  /** Brings an account that has just signed in into sight. */
  readonly showAccount: (account: AccountId) => Promise<void>;
  readonly accountOfRow: AccountOfRow;
}

/** Commands for signing in. What is behind them is loaded when one of them is used. */
export function authenticationCommands(options: AuthenticationCommandsOptions) {
  const { accountOfRow, accounts, authorizationCodeFlow, signInParts } = options;
  const signInAs = async (
    account: AccountId | undefined,
    delivery: LinkDelivery,
  ): Promise<void> => {
    const { signIn } = await signInParts.get();
    const loaded = await import('./signInAs.ts');
    await loaded.signInAs(account, delivery, { ...options, signIn });
  };
  return {
    [commandIds.signIn]: async (target) => {
      await accounts.ready();
      await signInAs(accountOfTarget(target, accountOfRow), 'open');
    },
    [commandIds.copySignInLink]: async (target) => {
      await accounts.ready();
      const account = accountOfTarget(target, accountOfRow);
      const { browserSignIn } = await signInParts.get();
      if (account === undefined && (await browserSignIn.copyWaitingLink())) {
        await notify('information', vscode.l10n.t('The sign-in link was copied.'));
        return;
      }
      await signInAs(account, 'copy');
    },
    [commandIds.pasteCallbackUrl]: async () => {
      const { pasteCallbackUrl } = await import('./pasteCallbackUrl.ts');
      await pasteCallbackUrl(await authorizationCodeFlow.get());
    },
  } satisfies Partial<CommandHandlers>;
}
