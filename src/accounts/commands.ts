import * as vscode from 'vscode';
import { notify, notifyProgress } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { AccountId } from '../core/account/account.ts';
import type { ApiClient } from '../core/api/apiClient.ts';
import { callTestEndpoint } from '../core/api/testEndpoint.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { commandIds } from '../ids.ts';
import { showAccountDetails } from './accountDetails.ts';
import { accountLabel } from './accountLabel.ts';
import type { AccountNames } from './accountNames.ts';
import { accountOfTarget, type AccountOfRow } from './accountOfTarget.ts';
import type { LabelAccount } from './labelAccounts.ts';
import { pickAccount } from './pickAccount.ts';
import type { SignedInAccounts } from './signedInAccounts.ts';

/** What the commands about accounts need. */
export interface AccountCommandsOptions {
  readonly accounts: SignedInAccounts;
  readonly names: AccountNames;
  readonly signOut: (account: AccountId) => Promise<void>;
  readonly accountOfRow: AccountOfRow;
}

/** Commands about the accounts that are signed in. */
export function accountCommands({
  accountOfRow,
  accounts,
  names,
  signOut,
}: AccountCommandsOptions) {
  const chooseAccount = async (
    target: unknown,
    title: string,
  ): Promise<LabelAccount | undefined> => {
    const id = accountOfTarget(target, accountOfRow);
    // The account may have been removed in the meantime: then no other one is used instead.
    return id === undefined ? await pickAccount(accounts.all(), title) : accounts.find(id);
  };
  return {
    [commandIds.signOut]: async (target) => {
      if (await isSomebodySignedIn(accounts)) {
        const account = await chooseAccount(target, vscode.l10n.t('Sign out of which account?'));
        if (account !== undefined) {
          await signOut(account.account.id);
        }
      }
    },
    [commandIds.signOutAll]: async () => {
      if (await isSomebodySignedIn(accounts)) {
        await signOutOfAll(accounts.all(), signOut);
      }
    },
    [commandIds.renameAccount]: async (target) => {
      await accounts.requireAccount(vscode.l10n.t('Sign in to name an account.'));
      const account = await chooseAccount(target, vscode.l10n.t('Rename which account?'));
      const name = account === undefined ? undefined : await askForName(account, names);
      if (account !== undefined && name !== undefined) {
        await names.set(account.account.id, name);
      }
    },
    [commandIds.accountDetails]: async (target) => {
      await accounts.requireAccount(vscode.l10n.t('Sign in to see the details of an account.'));
      const account = await chooseAccount(target, vscode.l10n.t('Details of which account?'));
      const session = account === undefined ? undefined : accounts.sessionOf(account.account.id);
      if (account !== undefined && session !== undefined) {
        await showAccountDetails(account, session);
      }
    },
    [commandIds.testConnection]: async (target) => {
      await accounts.requireAccount(vscode.l10n.t('Sign in to test the connection.'));
      const account = await chooseAccount(target, vscode.l10n.t('Test which account?'));
      const client = account === undefined ? undefined : accounts.clientOf(account.account.id);
      if (account !== undefined && client !== undefined) {
        await testConnection(account, client);
      }
    },
  } satisfies Partial<CommandHandlers>;
}

/** Returns whether anybody is signed in, and notifies the user if not. */
async function isSomebodySignedIn(accounts: SignedInAccounts): Promise<boolean> {
  await accounts.readStoredSessions();
  if (accounts.all().length > 0) {
    return true;
  }
  await notify('information', vscode.l10n.t('Nobody is signed in.'));
  return false;
}

/** Signs out of all if the user agrees. A failure for one does not keep the others signed in. */
async function signOutOfAll(
  all: readonly LabelAccount[],
  signOut: (account: AccountId) => Promise<void>,
): Promise<void> {
  const confirm = vscode.l10n.t('Sign Out');
  const question = vscode.l10n.t('Sign out of all accounts?');
  const detail = all
    .map(({ place, label }) => `${displayText(label)} · ${displayText(place)}`)
    .join('\n');
  if ((await notify('warning', question, [confirm], detail)) !== confirm) {
    return;
  }
  const outcomes = await Promise.allSettled(
    all.map(async ({ account }) => await signOut(account.id)),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      throw outcome.reason;
    }
  }
}

/** Asks for a name of the user's own; empty to take it away, undefined if the user left. */
async function askForName(
  { account }: LabelAccount,
  names: AccountNames,
): Promise<string | undefined> {
  const own = displayText(accountLabel(account));
  return await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename Account'),
    prompt: withoutIcons(vscode.l10n.t('Your own name for {0}; leave it empty to have none', own)),
    placeHolder: own,
    value: names.of(account.id) ?? '',
  });
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
