import * as vscode from 'vscode';
import type { AccountId } from '../../core/account/account.ts';
import type { UnreadableLabel } from '../../core/api/label.ts';
import type { ListEntry } from '../../core/labels/list/orderedEntries.ts';
import { recordTooltip, treeItem } from '../../surfaces/treeItem.ts';
import { LabelsViewRow } from './labelsViewRow.ts';
import type { RangeRow } from './rangeRow.ts';

/** Row of a record that is not a valid label. */
export class UnreadableRow extends LabelsViewRow {
  readonly kind = 'unreadable';
  readonly id: string;
  /** Parent in the tree; undefined in a flat list. */
  readonly range: RangeRow | undefined;
  readonly #unreadable: UnreadableLabel;

  constructor(
    accountId: AccountId,
    { key, unreadable }: Extract<ListEntry, { kind: 'unreadable' }>,
    range: RangeRow | undefined,
  ) {
    super(accountId);
    this.id = `${accountId}?${key}`;
    this.#unreadable = unreadable;
    this.range = range;
  }

  override treeItem(): vscode.TreeItem {
    const title = vscode.l10n.t('Unreadable label');
    const { reason } = this.#unreadable;
    const item = treeItem({ label: title, description: reason, spoken: `${title}, ${reason}` });
    item.id = this.id;
    item.contextValue = 'unreadable';
    item.iconPath = new vscode.ThemeIcon('question');
    return item;
  }

  override resolve(item: vscode.TreeItem): vscode.TreeItem {
    // The tooltip shows the record that the service sent.
    const { reason, record } = this.#unreadable;
    const text = vscode.l10n.t('The service sent a record that is not a label: {0}', reason);
    item.tooltip = recordTooltip([text], record);
    return item;
  }
}
