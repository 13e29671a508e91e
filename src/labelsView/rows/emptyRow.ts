import * as vscode from 'vscode';
import type { AccountId } from '../../core/account/account.ts';
import { commandIds } from '../../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** Says that there are no labels, or that none match the filter; clears the filter. */
export class EmptyRow extends LabelsViewRow {
  readonly kind = 'empty';
  readonly id = `${this.accountId}?empty`;
  readonly #isFiltered: boolean;

  constructor(accountId: AccountId, isFiltered: boolean) {
    super(accountId);
    this.#isFiltered = isFiltered;
  }

  override treeItem(): vscode.TreeItem {
    const title = this.#isFiltered
      ? vscode.l10n.t('No labels match the filter')
      : vscode.l10n.t('No labels');
    const item = new vscode.TreeItem(title);
    item.id = this.id;
    item.contextValue = 'empty';
    item.iconPath = new vscode.ThemeIcon('info');
    item.accessibilityInformation = { label: title };
    if (this.#isFiltered) {
      const action = vscode.l10n.t('Clear Filter');
      item.description = action;
      item.accessibilityInformation = { label: `${title}, ${action}` };
      item.command = { command: commandIds.clearLabelFilter, title: action, arguments: [this] };
    }
    return item;
  }
}
