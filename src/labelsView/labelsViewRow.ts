import type * as vscode from 'vscode';
import type { AccountId } from '../core/base/account.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';

/** A row of the labels view; each kind is a class of its own. */
export abstract class LabelsViewRow {
  abstract readonly kind: string;
  readonly accountId: AccountId;

  constructor(accountId: AccountId) {
    this.accountId = accountId;
  }

  /** The row as VS Code draws it. Its id is the same for as long as it stands for the same thing. */
  abstract treeItem(names: StatusNames): vscode.TreeItem;

  /** What is shown when the row is pointed at, where that is made only then. */
  tooltip(_names: StatusNames): vscode.MarkdownString | undefined {
    return undefined;
  }
}
