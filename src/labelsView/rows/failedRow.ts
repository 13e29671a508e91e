import * as vscode from 'vscode';
import type { AccountId } from '../../core/account/account.ts';
import { commandIds } from '../../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';
import { loadFailureText } from './loadFailureText.ts';

/** Says why labels could not be loaded; tries again. */
export class FailedRow extends LabelsViewRow {
  readonly kind = 'failed';
  readonly id = `${this.accountId}?failed`;
  readonly #error: unknown;

  constructor(accountId: AccountId, error: unknown) {
    super(accountId);
    this.#error = error;
  }

  override treeItem(): vscode.TreeItem {
    const title = vscode.l10n.t('Retry');
    const reason = loadFailureText(this.#error);
    const item = new vscode.TreeItem(title);
    item.id = this.id;
    item.contextValue = 'failed';
    item.description = reason;
    item.tooltip = reason;
    item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    item.accessibilityInformation = { label: `${title}, ${reason}` };
    item.command = { command: commandIds.loadMoreLabels, title, arguments: [this] };
    return item;
  }
}
