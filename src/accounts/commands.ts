import * as vscode from 'vscode';
import { formatDate, formatDateTime } from '../commands/formatDate.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { AccountId } from '../core/account/account.ts';
import type { ApiClient } from '../core/api/apiClient.ts';
import { callTestEndpoint } from '../core/api/testEndpoint.ts';
import { endOfSession } from '../core/session/refreshTokenLifetime.ts';
import type { Session } from '../core/session/sessions.ts';
import { displayJson, displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { showInputBox } from '../surfaces/inputBox.ts';
import { notify, notifyProgress, showDialog } from '../surfaces/notify.ts';
import { accountLabel } from './accountLabel.ts';
import type { AccountNames } from './accountNames.ts';
import { accountOfTarget, type AccountOfRow } from './accountOfTarget.ts';
import { endedSessionText } from './accountText.ts';
import type { LabelAccount } from './labelAccounts.ts';
import { pickAccount } from './pickAccount.ts';
import type { SignedInAccounts } from './signedInAccounts.ts';

/** Dependencies of the account commands. */
export interface AccountCommandsOptions {
  readonly accounts: SignedInAccounts;
  readonly names: AccountNames;
  readonly signOut: (account: AccountId) => Promise<void>;
  readonly accountOfRow: AccountOfRow;
}

/** Commands for signed-in accounts. */
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
    // If the account was removed in the meantime, the command does nothing, rather than using another
    // account.
    return id === undefined ? await pickAccount(accounts.all(), title) : accounts.find(id);
  };
  return {
    [commandIds.signOut]: async (target) => {
      if (await isSomebodySignedIn(accounts)) {
        const account = await chooseAccount(target, vscode.l10n.t('Sign out of which account?'));
        if (account !== undefined) {
          const question = vscode.l10n.t('Sign out of {0}?', displayText(account.label));
          await signOutOf([account], question, signOut);
        }
      }
    },
    [commandIds.signOutAll]: async () => {
      if (await isSomebodySignedIn(accounts)) {
        await signOutOf(accounts.all(), vscode.l10n.t('Sign out of all accounts?'), signOut);
      }
    },
    [commandIds.renameAccount]: async (target) => {
      await accounts.requireAccount(vscode.l10n.t('Sign in to rename an account.'));
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

/** Returns whether any account is signed in, and notifies the user if not. */
async function isSomebodySignedIn(accounts: SignedInAccounts): Promise<boolean> {
  await accounts.readStoredSessions();
  if (accounts.all().length > 0) {
    return true;
  }
  await notify('information', vscode.l10n.t('Nobody is signed in.'));
  return false;
}

/**
 * Signs out of `accounts` if the user agrees. A failure for one account does not prevent the other sign-outs.
 * Throws the first failure.
 */
async function signOutOf(
  accounts: readonly LabelAccount[],
  question: string,
  signOut: (account: AccountId) => Promise<void>,
): Promise<void> {
  const confirm = vscode.l10n.t('Sign Out');
  const detail = accounts.map(
    ({ label, shortDescription }) => `${displayText(label)} · ${displayText(shortDescription)}`,
  );
  if ((await showDialog('warning', question, [confirm], detail)) !== confirm) {
    return;
  }
  const outcomes = await Promise.allSettled(
    accounts.map(async ({ account }) => await signOut(account.id)),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      throw outcome.reason;
    }
  }
}

/** Asks for a custom name. Returns an empty string to remove it; undefined if cancelled. */
async function askForName(
  { account }: LabelAccount,
  names: AccountNames,
): Promise<string | undefined> {
  const own = displayText(accountLabel(account));
  return await showInputBox(
    {
      title: vscode.l10n.t('Rename Account'),
      prompt: vscode.l10n.t('Your own name for {0} (empty removes it)', own),
      placeholder: own,
    },
    { value: names.of(account.id) ?? '' },
  );
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
  if ((await notify('information', accepted, { [showAnswer]: 'shows' })) === showAnswer) {
    const content = displayJson(answer ?? null);
    const document = await vscode.workspace.openTextDocument({ content, language: 'json' });
    await vscode.window.showTextDocument(document);
  }
}

/** Shows the details of an account, ready to copy, like VS Code's **About** dialog. */
async function showAccountDetails(account: LabelAccount, session: Session): Promise<void> {
  const copy = vscode.l10n.t('Copy');
  const label = displayText(account.label);
  const detail = accountDetails(account, session);
  if ((await showDialog('information', label, [copy], detail)) === copy) {
    await vscode.env.clipboard.writeText([label, ...detail].join('\n'));
  }
}

function accountDetails(account: LabelAccount, session: Session): readonly string[] {
  const { baseUrl, tenantId, userId } = session.account;
  return [
    vscode.l10n.t('Tenant: {0}', displayText(tenantId)),
    vscode.l10n.t('User: {0}', displayText(userId)),
    vscode.l10n.t('Connection: {0}', displayText(account.connectionName)),
    vscode.l10n.t('Service: {0}', baseUrl),
    vscode.l10n.t('Client ID: {0}', displayText(session.clientId)),
    vscode.l10n.t('Permissions: {0}', displayText(session.scopes.join(', '))),
    vscode.l10n.t('Last renewed: {0}', formatDateTime(session.issuedAt)),
    account.state === 'signInNeeded'
      ? endedSessionText(account.endReason)
      : vscode.l10n.t(
          'Signed in until: {0}, or 30 days after the next renewal. Your service may allow more or less.',
          formatDate(endOfSession(session)),
        ),
  ];
}
