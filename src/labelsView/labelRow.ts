import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import type { AccountId } from '../core/base/account.ts';
import { displayJson, displayText } from '../core/labels/displayText.ts';
import { statusText, type StatusNames } from '../core/labels/statusNames.ts';
import { commandIds } from '../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';
import { statusIcon } from './statusIcon.ts';

/** A label. */
export class LabelRow extends LabelsViewRow {
  readonly kind = 'label';
  #label: Label;

  constructor(accountId: AccountId, label: Label) {
    super(accountId);
    this.#label = label;
  }

  /** As it is now. */
  get label(): Label {
    return this.#label;
  }

  /** Gives the row its label's new content: VS Code knows a row to draw anew by its object. */
  update(label: Label): void {
    this.#label = label;
  }

  override treeItem(names: StatusNames): vscode.TreeItem {
    const { id, labelCode, labelStatus } = this.label;
    const title = this.#title();
    const code = labelCode === undefined ? '' : displayText(labelCode);
    const item = new vscode.TreeItem(title);
    item.id = `${this.accountId}/${id}`;
    item.contextValue = 'label';
    item.iconPath = statusIcon(labelStatus);
    if (code !== '' && code !== title) {
      item.description = code;
    }
    item.accessibilityInformation = {
      label: [
        title,
        ...(code === '' ? [] : [vscode.l10n.t('code {0}', code)]),
        this.#status(names),
      ].join(', '),
    };
    item.command = {
      command: commandIds.editLabel,
      title: vscode.l10n.t('Edit Label'),
      // VS Code does this for every row that is selected alone, which is where selecting more begins.
      arguments: [this, 'preserveFocus'],
    };
    return item;
  }

  /** Everything that the service sent, as text. */
  override tooltip(names: StatusNames): vscode.MarkdownString {
    return new vscode.MarkdownString()
      .appendText(`${this.#title()}\n\n${this.#status(names)}`)
      .appendCodeblock(displayJson(this.label.record), 'json');
  }

  #title(): string {
    const { id, labelCode, labelName } = this.label;
    return displayText(labelName ?? '') || displayText(labelCode ?? '') || displayText(id) || id;
  }

  #status(names: StatusNames): string {
    const { labelStatus } = this.label;
    return labelStatus === undefined
      ? vscode.l10n.t('No status')
      : vscode.l10n.t('Status {0}', displayText(statusText(labelStatus, names)));
  }
}
