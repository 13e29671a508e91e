import * as vscode from 'vscode';
import type { AccountId } from '../../core/account/account.ts';
import type { Label } from '../../core/api/label.ts';
import { labelTitle } from '../../core/labels/labelTitle.ts';
import { statusText, type StatusNames } from '../../core/labels/statusNames.ts';
import { displayJson, displayText } from '../../core/text/displayText.ts';
import { commandIds } from '../../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';
import type { RangeRow } from './rangeRow.ts';
import { statusIcon } from './statusIcon.ts';

/** A label. */
export class LabelRow extends LabelsViewRow {
  readonly kind = 'label';
  /** Where it stands in the tree; undefined in a list without ranges. */
  readonly range: RangeRow | undefined;
  #label: Label;

  constructor(accountId: AccountId, label: Label, range: RangeRow | undefined) {
    super(accountId);
    this.#label = label;
    this.range = range;
  }

  /** Made when it is asked for: one string less for each of many rows. */
  override get id(): string {
    return `${this.accountId}/${this.#label.id}`;
  }

  /** As it is now. */
  get label(): Label {
    return this.#label;
  }

  /** Gives the row its label's new content: VS Code knows a row to render again by its object. */
  update(label: Label): void {
    this.#label = label;
  }

  override treeItem(names: StatusNames): vscode.TreeItem {
    const { labelCode, labelStatus } = this.label;
    const title = labelTitle(this.label);
    const code = labelCode === undefined ? '' : displayText(labelCode);
    const item = new vscode.TreeItem(title);
    item.id = this.id;
    item.contextValue = 'label';
    item.iconPath = statusIcon(labelStatus);
    // In words too: VS Code takes the colour from the icon of a selected row.
    item.description = [
      ...(code === title ? [] : [code]),
      labelStatus === undefined ? '' : displayText(names.get(labelStatus) ?? this.#status(names)),
    ]
      .filter((text) => text !== '')
      .join(' · ');
    item.accessibilityInformation = {
      label: [
        title,
        ...(code === '' ? [] : [vscode.l10n.t('code {0}', code)]),
        this.#status(names),
      ].join(', '),
    };
    // Here and not in `resolve`: a click while the list is rendered again would find no command.
    item.command = {
      command: commandIds.editLabel,
      title: vscode.l10n.t('Edit Label'),
      // VS Code does this for every row that is selected alone, which is where selecting more begins.
      arguments: [this, 'preserveFocus'],
    };
    return item;
  }

  override resolve(item: vscode.TreeItem, names: StatusNames): vscode.TreeItem {
    // Everything that the service sent, as text.
    item.tooltip = new vscode.MarkdownString()
      .appendText(`${labelTitle(this.label)}\n\n${this.#status(names)}`)
      .appendCodeblock(displayJson(this.label.record), 'json');
    return item;
  }

  #status(names: StatusNames): string {
    const { labelStatus } = this.label;
    return labelStatus === undefined
      ? vscode.l10n.t('No status')
      : vscode.l10n.t('Status {0}', displayText(statusText(labelStatus, names)));
  }
}
