import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { pickAccount } from '../accounts/pickAccount.ts';
import type { SignInNotifications } from '../commands/signInNotifications.ts';
import type { AccountId } from '../core/account/account.ts';
import { parseLabelLink, type LabelLink, type LinkedAccount } from '../core/account/labelLink.ts';
import type { Label } from '../core/api/label.ts';
import { shownValue } from '../core/connections/shownValue.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { notify, notifyProgress } from '../surfaces/notify.ts';
import type { ConnectionList } from './followConnectionLink.ts';

/** Dependencies of the handler of label links. */
export interface FollowLabelLinkOptions {
  readonly accounts: LabelAccounts;
  readonly connections: Pick<ConnectionList, 'all'>;
  readonly openLabel: (account: AccountId, label: Label) => Promise<void>;
  /** Lets the user choose among the labels that match `text`. */
  readonly findLabels: (account: LabelAccount, text: string) => Promise<void>;
  readonly signInNotifications: Pick<SignInNotifications, 'show'>;
  readonly uiKind: vscode.UIKind;
}

/**
 * Follows a link to labels. VS Code has already asked the user whether to open the link. Only reads and shows
 * labels: starts no sign-in, and changes no filter and no label.
 */
export async function followLabelLink(
  uri: vscode.Uri,
  options: FollowLabelLinkOptions,
): Promise<void> {
  const isDecoded = options.uiKind === vscode.UIKind.Desktop;
  const link = uri.fragment === '' ? parseLabelLink(uri.path, uri.query, isDecoded) : undefined;
  if (link === undefined) {
    const message = vscode.l10n.t('Workforce Labels cannot open this link.');
    await notify('warning', message);
    return;
  }
  const account = await accountOf(link.account, options);
  if (account !== undefined) {
    await follow(link, account, options);
  }
}

async function follow(
  link: LabelLink,
  account: LabelAccount,
  { findLabels, openLabel }: FollowLabelLinkOptions,
): Promise<void> {
  if (link.kind === 'labels') {
    await findLabels(account, link.q);
    return;
  }
  const name = displayText(account.label);
  const label = await notifyProgress(
    vscode.l10n.t('Looking for a label of {0}', name),
    async (_progress, signal) => await account.repository.findAmongAll(link.id, [], signal),
  );
  if (label === undefined) {
    const id = shownValue(link.id);
    const message = vscode.l10n.t('{0} has no label with the ID {1}.', name, id);
    await notify('warning', message);
    return;
  }
  await openLabel(account.account.id, label);
}

/**
 * Returns the account of a link, which the user chooses if there are several. If there is none, offers to
 * sign in or add the connection, and returns undefined.
 */
async function accountOf(
  linked: LinkedAccount,
  { accounts, connections, signInNotifications }: FollowLabelLinkOptions,
): Promise<LabelAccount | undefined> {
  await accounts.readStoredSessions();
  const meant = accounts
    .all()
    .filter(
      ({ account, connectionName }) =>
        connectionName === linked.connection &&
        (linked.tenant === undefined || account.tenantId === linked.tenant),
    );
  if (meant.length > 0) {
    return await pickAccount(meant, vscode.l10n.t('Follow the link as which account?'));
  }
  const name = shownValue(linked.connection);
  const isKnown = connections.all().some((entry) => entry.name === linked.connection);
  const step = isKnown ? vscode.l10n.t('Sign In') : vscode.l10n.t('Add Connection');
  const message = isKnown
    ? vscode.l10n.t(
        'The link points to an account of the connection “{0}” that is not signed in. Sign in, then open the link again.',
        name,
      )
    : vscode.l10n.t(
        'The link points to the connection “{0}”, which is not in your settings.',
        name,
      );
  const picked = await (isKnown
    ? signInNotifications.show(message, { [step]: 'asks' })
    : notify('warning', message, { [step]: 'asks' }));
  if (picked === step) {
    await vscode.commands.executeCommand(isKnown ? commandIds.signIn : commandIds.addConnection);
  }
  return undefined;
}
