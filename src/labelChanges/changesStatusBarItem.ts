import * as vscode from 'vscode';
import { countText } from '../commands/formatNumber.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { viewIds } from '../ids.ts';
import { createStatusBarItem, type ShownStatusBarItem } from '../surfaces/statusBarItem.ts';

/** Status bar item that is shown while labels are being changed, and opens the view. */
export class ChangesStatusBarItem implements Disposable {
  #shown: ShownStatusBarItem | undefined;
  #labels = 0;

  /** Shows the number of labels being changed; hides the item if it is 0. */
  show(labels: number): void {
    if (labels === this.#labels) {
      return;
    }
    this.#labels = labels;
    if (labels === 0) {
      this.#shown?.item.dispose();
      this.#shown = undefined;
      return;
    }
    this.#shown ??= newItem();
    const text = countText(labels, {
      one: (count) => vscode.l10n.t('Changing {0} label', count),
      other: (count) => vscode.l10n.t('Changing {0} labels', count),
    });
    const tooltip = vscode.l10n.t('Show label changes');
    this.#shown.show({ icon: 'sync~spin', text, tooltip });
  }

  dispose(): void {
    this.#shown?.item.dispose();
  }
}

function newItem(): ShownStatusBarItem {
  const shown = createStatusBarItem('changes');
  const { item } = shown;
  item.name = vscode.l10n.t('Label Changes');
  item.command = `${viewIds.changes}.focus`;
  return shown;
}
