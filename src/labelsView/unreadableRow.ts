import * as vscode from 'vscode';
import type { UnreadableLabel } from '../core/api/label.ts';
import type { AccountId } from '../core/base/account.ts';
import { displayJson } from '../core/labels/displayText.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** A record that cannot be read as a label. */
export class UnreadableRow extends LabelsViewRow {
  readonly kind = 'unreadable';
  readonly #key: string;
  readonly #unreadable: UnreadableLabel;

  /** `key` tells it apart from the account's other unreadable records. */
  constructor(accountId: AccountId, key: string, unreadable: UnreadableLabel) {
    super(accountId);
    this.#key = key;
    this.#unreadable = unreadable;
  }

  override treeItem(): vscode.TreeItem {
    const title = vscode.l10n.t('Unreadable label');
    const { reason } = this.#unreadable;
    const item = new vscode.TreeItem(title);
    item.id = `${this.accountId}?${this.#key}`;
    item.contextValue = 'unreadable';
    item.description = reason;
    item.iconPath = new vscode.ThemeIcon('question');
    item.accessibilityInformation = { label: `${title}, ${reason}` };
    return item;
  }

  /** What the service sent instead of a label, as text. */
  override tooltip(): vscode.MarkdownString {
    return new vscode.MarkdownString()
      .appendText(
        vscode.l10n.t(
          'The service sent a record that is not a label: {0}',
          this.#unreadable.reason,
        ),
      )
      .appendCodeblock(displayJson(this.#unreadable.record), 'json');
  }
}
