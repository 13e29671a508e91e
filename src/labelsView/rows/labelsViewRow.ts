import type * as vscode from 'vscode';
import type { AccountId } from '../../core/account/account.ts';
import type { StatusNames } from '../../core/labels/statusNames.ts';

/** A row of the labels view; each kind is a class of its own. */
export abstract class LabelsViewRow {
  abstract readonly kind: string;
  /** The same for as long as the row stands for the same thing. */
  abstract readonly id: string;
  readonly accountId: AccountId;

  constructor(accountId: AccountId) {
    this.accountId = accountId;
  }

  /** The row as VS Code renders it. */
  abstract treeItem(names: StatusNames): vscode.TreeItem;

  /** Adds to `item` its tooltip, which VS Code asks for only when the row is pointed at. */
  resolve(item: vscode.TreeItem, _names: StatusNames): vscode.TreeItem {
    return item;
  }
}
