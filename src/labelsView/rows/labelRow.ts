import * as vscode from 'vscode';
import { textLanguage } from '../../commands/textLanguage.ts';
import type { AccountId } from '../../core/account/account.ts';
import type { Label } from '../../core/api/label.ts';
import { labelDetails, labelFieldRows, labelTitle } from '../../core/labels/labelTitle.ts';
import { statusText, type StatusNames } from '../../core/labels/statusNames.ts';
import { displayText } from '../../core/text/displayText.ts';
import { commandIds } from '../../ids.ts';
import { propertiesTooltip, treeItem } from '../../surfaces/treeItem.ts';
import { LabelsViewRow } from './labelsViewRow.ts';
import type { RangeRow } from './rangeRow.ts';
import { statusIcon } from './statusIcon.ts';

/** Row of a label. */
export class LabelRow extends LabelsViewRow {
  readonly kind = 'label';
  /** Parent in the tree; undefined in a list without ranges. */
  readonly range: RangeRow | undefined;
  #label: Label;

  constructor(accountId: AccountId, label: Label, range: RangeRow | undefined) {
    super(accountId);
    this.#label = label;
    this.range = range;
  }

  /** Computed on demand, which saves a string for each of many rows. */
  override get id(): string {
    return `${this.accountId}/${this.#label.id}`;
  }

  /** Present state of the label. */
  get label(): Label {
    return this.#label;
  }

  /** Sets the row's label; the row stays the same object, by which VS Code identifies it. */
  update(label: Label): void {
    this.#label = label;
  }

  override treeItem(names: StatusNames): vscode.TreeItem {
    const { label } = this;
    const { labelCode, labelStatus } = label;
    const title = labelTitle(label);
    const item = treeItem({
      label: title,
      // In words too: VS Code takes the colour from the icon of a selected row.
      description: labelDetails(label, names).join(' · '),
      spoken: [
        title,
        ...(labelCode === undefined ? [] : [vscode.l10n.t('code {0}', displayText(labelCode))]),
        labelStatus === undefined
          ? vscode.l10n.t('No status')
          : vscode.l10n.t('Status {0}', statusText(labelStatus, names)),
      ].join(', '),
    });
    item.id = this.id;
    item.contextValue = 'label';
    item.iconPath = statusIcon(labelStatus);
    // Here and not in `resolve`: a click while the list is rendered again would find no command.
    item.command = {
      command: commandIds.editLabel,
      title: vscode.l10n.t('Edit Label'),
      arguments: [this, 'click'],
    };
    return item;
  }

  override resolve(item: vscode.TreeItem, names: StatusNames): vscode.TreeItem {
    item.tooltip = propertiesTooltip(labelFieldRows(this.label, names, textLanguage()));
    return item;
  }
}
