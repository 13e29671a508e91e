import * as vscode from 'vscode';
import { formatNumber } from '../../commands/formatNumber.ts';
import type { AccountId } from '../../core/account/account.ts';
import type { LabelId } from '../../core/account/labelAddress.ts';
import type { Label } from '../../core/api/label.ts';
import { labelTitle } from '../../core/labels/labelTitle.ts';
import type { ListEntry } from '../../core/labels/list/orderedEntries.ts';
import type { IndexRange } from '../../core/labels/list/splitIntoRanges.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** What a range's row shows. Both are asked anew whenever the row is rendered. */
export interface RangeRowOptions {
  /** Those of the whole list. */
  readonly entries: () => readonly ListEntry[];
  readonly isExpanded: () => boolean;
}

/** Holds some labels of a list that is too long for one. */
export class RangeRow extends LabelsViewRow {
  readonly kind = 'range';
  readonly id: string;
  readonly #options: RangeRowOptions;
  #range: IndexRange;
  /** The labels that it names, as it was rendered last. */
  #named: readonly Label[] = [];

  constructor(accountId: AccountId, range: IndexRange, options: RangeRowOptions) {
    super(accountId);
    this.id = `${accountId}?from=${range.start}`;
    this.#range = range;
    this.#options = options;
  }

  /** Where its labels stand in the list. */
  get range(): IndexRange {
    return this.#range;
  }

  /** Whether its labels are shown below it. */
  get isExpanded(): boolean {
    return this.#options.isExpanded();
  }

  /** Takes labels that have come behind its own: VS Code knows a row to render again by its object. */
  extend(end: number): void {
    this.#range = { start: this.#range.start, end };
  }

  /** The part of the list that it stands for, as it is now. */
  entries(): readonly ListEntry[] {
    return this.#options.entries().slice(this.range.start, this.range.end);
  }

  /** The labels among its entries. */
  labels(): Label[] {
    return this.entries().flatMap((entry) => (entry.kind === 'label' ? [entry.label] : []));
  }

  /** Whether it was rendered with the name of this label. */
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
    const item = new vscode.TreeItem(
      title,
      this.isExpanded
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = this.id;
    item.contextValue = 'range';
    item.description = names.join(' … ');
    item.accessibilityInformation = {
      label: [vscode.l10n.t('Labels {0} to {1}', first, last), ...names].join(', '),
    };
    return item;
  }
}
