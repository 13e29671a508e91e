import * as vscode from 'vscode';
import { accountOfTarget, type AccountOfRow } from '../accounts/accountOfTarget.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { SignInNotifications } from '../commands/signInNotifications.ts';
import type { AccountId } from '../core/account/account.ts';
import { clientAppSchema, type ClientApp } from '../core/account/clientApp.ts';
import type { LazyValue } from '../core/async/lazyValue.ts';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';
import { commandIds } from '../ids.ts';
import { notify } from '../surfaces/notify.ts';
import { pasteCallbackUrl } from './pasteCallbackUrl.ts';
import type { Authentication } from './registerAuthentication.ts';
import { signInAs } from './signInAs.ts';
import type { LinkDelivery } from './signInGuide.ts';

/** Dependencies of the sign-in commands. */
export interface AuthenticationCommandsOptions extends Pick<Authentication, 'signInParts'> {
  readonly accounts: LabelAccounts;
  readonly authorizationCodeFlow: LazyValue<AuthorizationCodeFlow>;
  /** Reveals an account that has just signed in. */
  readonly showAccount: (account: AccountId) => Promise<void>;
  readonly accountOfRow: AccountOfRow;
  readonly signInNotifications: SignInNotifications;
}

/** Commands for signing in. */
export function authenticationCommands(options: AuthenticationCommandsOptions) {
  const { accountOfRow, accounts, authorizationCodeFlow, signInParts } = options;
  const signIn = async (
    account: AccountId | undefined,
    delivery: LinkDelivery,
    app?: ClientApp,
  ): Promise<void> =>
    await signInAs(account, delivery, { ...options, ...(await signInParts.get()), app });
  return {
    [commandIds.signIn]: async (target) => {
      await accounts.ready();
      const app = clientAppSchema.safeParse(target).data;
      await signIn(accountOfTarget(target, accountOfRow), 'open', app);
    },
    [commandIds.copySignInLink]: async (target) => {
      await accounts.ready();
      const account = accountOfTarget(target, accountOfRow);
      const { browserSignIn } = await signInParts.get();
      if (account === undefined && (await browserSignIn.copyWaitingLink())) {
        await notify('information', vscode.l10n.t('The sign-in link was copied.'));
        return;
      }
      await signIn(account, 'copy');
    },
    [commandIds.pasteCallbackUrl]: async () =>
      await pasteCallbackUrl(await authorizationCodeFlow.get()),
  } satisfies Partial<CommandHandlers>;
}
