import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { isAccountId, type AccountId } from '../core/account/account.ts';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';
import { commandIds } from '../ids.ts';
import { pasteCallbackUrl } from './pasteCallbackUrl.ts';

/** What the commands for signing in need. */
export interface AuthenticationCommandsOptions {
  readonly accounts: LabelAccounts;
  readonly authorizationCodeFlow: AuthorizationCodeFlow;
  /** Signs in to the service of `account`; asks which one if undefined. */
  readonly signIn: (account: AccountId | undefined) => Promise<void>;
  /** Returns the account that a row of the view stands for; undefined if none. */
  readonly accountOfRow: (row: unknown) => AccountId | undefined;
}

/** Commands for signing in. */
export function authenticationCommands({
  accountOfRow,
  accounts,
  authorizationCodeFlow,
  signIn,
}: AuthenticationCommandsOptions) {
  return {
    // Called on a row, or by a message with the id of an account.
    [commandIds.signIn]: async (target) => {
      await accounts.ready();
      const isId = typeof target === 'string' && isAccountId(target);
      await signIn(isId ? target : accountOfRow(target));
    },
    [commandIds.pasteCallbackUrl]: async () => await pasteCallbackUrl(authorizationCodeFlow),
  } satisfies Partial<CommandHandlers>;
}
