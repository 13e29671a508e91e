import * as vscode from 'vscode';
import { formatNumber } from '../../commands/formatNumber.ts';
import type { AccountId } from '../../core/account/account.ts';
import type { LabelId } from '../../core/account/labelAddress.ts';
import type { Label } from '../../core/api/label.ts';
import { labelTitle } from '../../core/labels/labelTitle.ts';
import type { ListEntry } from '../../core/labels/list/orderedEntries.ts';
import type { IndexRange } from '../../core/labels/list/splitIntoRanges.ts';
import { treeItem } from '../../surfaces/treeItem.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** Content of a range's row. Both functions are called whenever the row is rendered. */
export interface RangeRowOptions {
  /** Returns the entries of the whole list. */
  readonly entries: () => readonly ListEntry[];
  readonly isExpanded: () => boolean;
}

/** Row for a range of a list that is too long for one level. */
export class RangeRow extends LabelsViewRow {
  readonly kind = 'range';
  readonly id: string;
  readonly #options: RangeRowOptions;
  #range: IndexRange;
  /** Labels that the last rendering named. */
  #named: readonly Label[] = [];

  constructor(accountId: AccountId, range: IndexRange, options: RangeRowOptions) {
    super(accountId);
    this.id = `${accountId}?from=${range.start}`;
    this.#range = range;
    this.#options = options;
  }

  /** Position of the range in the list. */
  get range(): IndexRange {
    return this.#range;
  }

  /** True if the row is expanded. */
  get isExpanded(): boolean {
    return this.#options.isExpanded();
  }

  /** Extends the range to `end`. The row stays the same object, as VS Code identifies it by object. */
  extend(end: number): void {
    this.#range = { start: this.#range.start, end };
  }

  /** Returns the current entries of the range. */
  entries(): readonly ListEntry[] {
    return this.#options.entries().slice(this.range.start, this.range.end);
  }

  /** Returns the labels among the entries of the range. */
  labels(): Label[] {
    return this.entries().flatMap((entry) => (entry.kind === 'label' ? [entry.label] : []));
  }

  /** Returns whether the rendered row names the label `id`. */
  isNamedAfter(id: LabelId): boolean {
    return this.#named.some((label) => label.id === id);
  }

  override treeItem(): vscode.TreeItem {
    const first = formatNumber(this.range.start + 1);
    const last = formatNumber(this.range.end);
    const title = vscode.l10n.t('{0}–{1}', first, last);
    const entries = this.#options.entries();
    this.#named = [entries[this.range.start], entries[this.range.end - 1]].flatMap((entry) =>
      entry?.kind === 'label' ? [entry.label] : [],
    );
    const names = this.#named.map(labelTitle);
    const item = treeItem(
      {
        label: title,
        description: names.join(' … '),
        spoken: [vscode.l10n.t('Labels {0} to {1}', first, last), ...names].join(', '),
      },
      this.isExpanded
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = this.id;
    item.contextValue = 'range';
    return item;
  }
}
