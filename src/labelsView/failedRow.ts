import * as vscode from 'vscode';
import type { AccountId } from '../core/base/account.ts';
import { AppError } from '../core/base/errors/appError.ts';
import { commandIds } from '../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** Says why labels could not be loaded; tries again. */
export class FailedRow extends LabelsViewRow {
  readonly kind = 'failed';
  readonly #error: unknown;

  constructor(accountId: AccountId, error: unknown) {
    super(accountId);
    this.#error = error;
  }

  override treeItem(): vscode.TreeItem {
    const title = vscode.l10n.t('Retry');
    const reason =
      this.#error instanceof AppError
        ? this.#error.message
        : vscode.l10n.t('The labels could not be loaded. The log says more.');
    const item = new vscode.TreeItem(title);
    item.id = `${this.accountId}?failed`;
    item.contextValue = 'failed';
    item.description = reason;
    item.tooltip = reason;
    item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    item.accessibilityInformation = { label: `${title}, ${reason}` };
    item.command = { command: commandIds.loadMoreLabels, title, arguments: [this] };
    return item;
  }
}
