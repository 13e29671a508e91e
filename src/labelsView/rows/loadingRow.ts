import * as vscode from 'vscode';
import { LabelsViewRow } from './labelsViewRow.ts';

/** Stands in the place of labels that are being loaded for the first time. */
export class LoadingRow extends LabelsViewRow {
  readonly kind = 'loading';
  readonly id = `${this.accountId}?loading`;

  override treeItem(): vscode.TreeItem {
    const title = vscode.l10n.t('Loading labels…');
    const item = new vscode.TreeItem(title);
    item.id = this.id;
    item.contextValue = 'loading';
    item.iconPath = new vscode.ThemeIcon('loading~spin');
    item.accessibilityInformation = { label: title };
    return item;
  }
}
