import * as vscode from 'vscode';
import { displayText } from '../../core/text/displayText.ts';
import type { LabelAccount } from '../../accounts/labelAccounts.ts';
import { commandIds } from '../../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** Says that an account's session has ended; signs in again. */
export class SignInRow extends LabelsViewRow {
  readonly kind = 'signIn';
  readonly id = `${this.accountId}?signIn`;
  readonly #reason: string;

  constructor({ account, endReason }: LabelAccount) {
    super(account.id);
    this.#reason =
      endReason === undefined
        ? vscode.l10n.t('The session has ended.')
        : vscode.l10n.t('The session has ended: {0}', displayText(endReason));
  }

  override treeItem(): vscode.TreeItem {
    const title = vscode.l10n.t('Sign in again');
    const reason = this.#reason;
    const item = new vscode.TreeItem(title);
    item.id = this.id;
    item.contextValue = 'signIn';
    item.description = reason;
    item.tooltip = reason;
    item.iconPath = new vscode.ThemeIcon('sign-in');
    item.accessibilityInformation = { label: `${title}, ${reason}` };
    item.command = { command: commandIds.signIn, title, arguments: [this] };
    return item;
  }
}
