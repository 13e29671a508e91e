import * as vscode from 'vscode';
import { notify, notifyProgress } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { AccountId } from '../core/account/account.ts';
import type { ApiClient } from '../core/api/apiClient.ts';
import { callTestEndpoint } from '../core/api/testEndpoint.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import type { LabelAccount } from './labelAccounts.ts';
import { pickAccount } from './pickAccount.ts';
import type { SignedInAccounts } from './signedInAccounts.ts';

/** What the commands about accounts need. */
export interface AccountCommandsOptions {
  readonly accounts: SignedInAccounts;
  readonly signOut: (account: AccountId) => Promise<void>;
  /** Returns the account that a row of the view stands for; undefined if none. */
  readonly accountOfRow: (row: unknown) => AccountId | undefined;
}

/** Commands about the accounts that are signed in. */
export function accountCommands({ accountOfRow, accounts, signOut }: AccountCommandsOptions) {
  const chooseAccount = async (row: unknown, title: string): Promise<LabelAccount | undefined> => {
    const id = accountOfRow(row);
    // The account of a row may have gone just now: then no other one is meant.
    return id === undefined ? await pickAccount(accounts.all(), title) : accounts.find(id);
  };
  return {
    [commandIds.signOut]: async (row) => {
      await accounts.readStoredSessions();
      if (accounts.all().length === 0) {
        await notify('information', vscode.l10n.t('Nobody is signed in.'));
        return;
      }
      const account = await chooseAccount(row, vscode.l10n.t('Sign out of which account?'));
      if (account !== undefined) {
        await signOut(account.account.id);
      }
    },
    [commandIds.testConnection]: async (row) => {
      await accounts.requireAccount(vscode.l10n.t('Sign in to test the connection.'));
      const account = await chooseAccount(row, vscode.l10n.t('Test which account?'));
      const client = account === undefined ? undefined : accounts.clientOf(account.account.id);
      if (account !== undefined && client !== undefined) {
        await testConnection(account, client);
      }
    },
  } satisfies Partial<CommandHandlers>;
}

async function testConnection(account: LabelAccount, client: ApiClient): Promise<void> {
  const name = displayText(account.label);
  const started = performance.now();
  const answer = await notifyProgress(
    vscode.l10n.t('Testing {0}', name),
    async (_progress, signal) => await callTestEndpoint(client, signal),
  );
  const accepted = vscode.l10n.t(
    '{0} accepts the sign-in of {1} ({2} ms).',
    displayText(account.connectionName),
    name,
    Math.round(performance.now() - started),
  );
  const showAnswer = vscode.l10n.t('Show Answer');
  if ((await notify('information', accepted, [showAnswer])) === showAnswer) {
    const content = JSON.stringify(answer, undefined, 2) ?? 'null';
    const document = await vscode.workspace.openTextDocument({ content, language: 'json' });
    await vscode.window.showTextDocument(document);
  }
}
