import * as vscode from 'vscode';
import { commandIds } from '../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** Says that an account's session has ended; signs in again. */
export class SignInRow extends LabelsViewRow {
  readonly kind = 'signIn';

  override treeItem(): vscode.TreeItem {
    const title = vscode.l10n.t('Sign in again');
    const reason = vscode.l10n.t('The session has ended.');
    const item = new vscode.TreeItem(title);
    item.id = `${this.accountId}?signIn`;
    item.contextValue = 'signIn';
    item.description = reason;
    item.tooltip = reason;
    item.iconPath = new vscode.ThemeIcon('sign-in');
    item.accessibilityInformation = { label: `${title}, ${reason}` };
    item.command = { command: commandIds.signIn, title, arguments: [this] };
    return item;
  }
}
