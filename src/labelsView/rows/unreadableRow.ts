import * as vscode from 'vscode';
import type { AccountId } from '../../core/account/account.ts';
import type { UnreadableLabel } from '../../core/api/label.ts';
import type { ListEntry } from '../../core/labels/list/orderedEntries.ts';
import { displayJson } from '../../core/text/displayText.ts';
import { LabelsViewRow } from './labelsViewRow.ts';
import type { RangeRow } from './rangeRow.ts';

/** A record that cannot be read as a label. */
export class UnreadableRow extends LabelsViewRow {
  readonly kind = 'unreadable';
  readonly id: string;
  /** Where it stands in the tree; undefined in a list without ranges. */
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
    const item = new vscode.TreeItem(title);
    item.id = this.id;
    item.contextValue = 'unreadable';
    item.description = reason;
    item.iconPath = new vscode.ThemeIcon('question');
    item.accessibilityInformation = { label: `${title}, ${reason}` };
    return item;
  }

  override resolve(item: vscode.TreeItem): vscode.TreeItem {
    // What the service sent instead of a label, as text.
    item.tooltip = new vscode.MarkdownString()
      .appendText(
        vscode.l10n.t(
          'The service sent a record that is not a label: {0}',
          this.#unreadable.reason,
        ),
      )
      .appendCodeblock(displayJson(this.#unreadable.record), 'json');
    return item;
  }
}
