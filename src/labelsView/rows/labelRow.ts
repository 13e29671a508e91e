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
  /** Parent in the tree; undefined in a flat list. */
  readonly range: RangeRow | undefined;
  #label: Label;

  constructor(accountId: AccountId, label: Label, range: RangeRow | undefined) {
    super(accountId);
    this.#label = label;
    this.range = range;
  }

  /** Computed on demand: there may be very many rows, and this saves a string in each. */
  override get id(): string {
    return `${this.accountId}/${this.#label.id}`;
  }

  /** Current content of the label. */
  get label(): Label {
    return this.#label;
  }

  /** Sets the row's label. The row stays the same object, as VS Code identifies it by object. */
  update(label: Label): void {
    this.#label = label;
  }

  override treeItem(names: StatusNames): vscode.TreeItem {
    const { label } = this;
    const { labelCode, labelStatus } = label;
    const title = labelTitle(label);
    const item = treeItem({
      label: title,
      // Show the status in words too: VS Code removes the color from the icon of a selected row.
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
    // Set the command here and not in `resolve`: otherwise, a click while the list is being rendered would
    // find no command.
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
