import type * as vscode from 'vscode';
import type { AccountId } from '../../core/account/account.ts';
import type { StatusNames } from '../../core/labels/statusNames.ts';

/** A row of the labels view; each kind of row has a class. */
export abstract class LabelsViewRow {
  abstract readonly kind: string;
  /** Id of the row; stays the same as long as the row represents the same item. */
  abstract readonly id: string;
  readonly accountId: AccountId;

  constructor(accountId: AccountId) {
    this.accountId = accountId;
  }

  /** Returns the tree item for VS Code. */
  abstract treeItem(names: StatusNames): vscode.TreeItem;

  /** Adds the tooltip to `item`; VS Code requests it only on hover. */
  resolve(item: vscode.TreeItem, _names: StatusNames): vscode.TreeItem {
    return item;
  }
}
