import * as vscode from 'vscode';
import type { ApiClient } from '../core/api/apiClient.ts';
import { callTestEndpoint } from '../core/api/testEndpoint.ts';
import { abortSignalFrom } from '../core/async/abort.ts';
import { isAccountId, type AccountId } from '../core/account/account.ts';
import { withoutLinks } from '../core/text/withoutLinks.ts';
import { displayText } from '../core/text/displayText.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { commandIds } from '../ids.ts';
import type { CommandHandlers } from './registerCommands.ts';

/** What the commands about accounts work with. */
export interface AccountCommandsOptions {
  readonly accounts: LabelAccounts & {
    /** As `readStoredSessions`; throws `ConfigurationError` with `message` too, where there is none. */
    requireAccount(message: string): Promise<void>;
    clientOf(id: AccountId): ApiClient | undefined;
  };
  readonly signIn: (account: AccountId | undefined) => Promise<void>;
  readonly signOut: (account: AccountId) => Promise<void>;
  readonly pasteCallbackUrl: () => Promise<void>;
  /** Lets the user choose where there are several. */
  readonly pickAccount: (
    accounts: readonly LabelAccount[],
    title: string,
  ) => Promise<LabelAccount | undefined>;
  /** The account that a row of the view stands for. */
  readonly accountOfRow: (row: unknown) => AccountId | undefined;
}

/** Commands about accounts. */
export function accountCommands(
  options: AccountCommandsOptions,
): Pick<
  CommandHandlers,
  | 'workforce.signIn'
  | 'workforce.signOut'
  | 'workforce.pasteCallbackUrl'
  | 'workforce.testConnection'
> {
  const { accounts } = options;
  const pickAccount = async (row: unknown, title: string): Promise<LabelAccount | undefined> => {
    const id = options.accountOfRow(row);
    // The account of a row may have gone just now: then no other one is meant.
    return id === undefined ? await options.pickAccount(accounts.all(), title) : accounts.find(id);
  };
  return {
    [commandIds.signIn]: async (target) => {
      await accounts.ready();
      const id =
        typeof target === 'string' && isAccountId(target) ? target : options.accountOfRow(target);
      await options.signIn(id);
    },
    [commandIds.signOut]: async (row) => {
      await accounts.readStoredSessions();
      if (accounts.all().length === 0) {
        await vscode.window.showInformationMessage(vscode.l10n.t('Nobody is signed in.'));
        return;
      }
      const account = await pickAccount(row, vscode.l10n.t('Sign out of which account?'));
      if (account !== undefined) {
        await options.signOut(account.account.id);
      }
    },
    [commandIds.pasteCallbackUrl]: async () => await options.pasteCallbackUrl(),
    [commandIds.testConnection]: async (row) => {
      await accounts.requireAccount(vscode.l10n.t('Sign in to test the connection.'));
      const account = await pickAccount(row, vscode.l10n.t('Test which account?'));
      const client = account === undefined ? undefined : accounts.clientOf(account.account.id);
      if (account !== undefined && client !== undefined) {
        await testConnection(account, client);
      }
    },
  };
}

async function testConnection(account: LabelAccount, client: ApiClient): Promise<void> {
  const name = displayText(account.label);
  const started = performance.now();
  const answer = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: withoutLinks(vscode.l10n.t('Testing {0}', name)),
    },
    async (_progress, token) => await callTestEndpoint(client, abortSignalFrom(token)),
  );
  const milliseconds = Math.round(performance.now() - started);
  const showAnswer = vscode.l10n.t('Show Answer');
  const picked = await vscode.window.showInformationMessage(
    withoutLinks(
      vscode.l10n.t(
        '{0} accepts the sign-in of {1} ({2} ms).',
        displayText(account.connectionName),
        name,
        milliseconds,
      ),
    ),
    showAnswer,
  );
  if (picked === showAnswer) {
    const content = JSON.stringify(answer, undefined, 2) ?? 'null';
    const document = await vscode.workspace.openTextDocument({ content, language: 'json' });
    await vscode.window.showTextDocument(document);
  }
}
