import * as vscode from 'vscode';
import { countText } from '../commands/formatNumber.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { viewIds } from '../ids.ts';

/** Says in the status bar that labels are being changed, for as long as they are, and leads to the view. */
export class ChangesStatusBarItem implements Disposable {
  #item: vscode.StatusBarItem | undefined;

  /** Shows that `labels` are being changed; 0 if none are. */
  show(labels: number): void {
    if (labels === 0) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    this.#item ??= newItem();
    const text = countText(labels, {
      one: (count) => vscode.l10n.t('Changing {0} label', count),
      other: (count) => vscode.l10n.t('Changing {0} labels', count),
    });
    this.#item.text = `$(sync~spin) ${text}`;
    this.#item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }
}

function newItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('changes', vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t('Changes of Labels');
  item.tooltip = vscode.l10n.t('Show the changes of labels');
  item.command = `${viewIds.changes}.focus`;
  return item;
}
