import * as vscode from 'vscode';
import { allTabs, documentsOf } from '../commands/tabDocuments.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { labelChangesScheme } from '../ids.ts';

/** Read-only texts about changes to labels, each for as long as it is open. */
export class ReadOnlyTexts implements Disposable, vscode.TextDocumentContentProvider {
  readonly #disposables = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #count = 0;

  constructor() {
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forgetUnlessOpen(uri)),
    );
    this.#disposables.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        closed.flatMap(documentsOf).forEach((uri) => this.#forgetUnlessOpen(uri));
      }),
    );
  }

  /** Adds a text and returns its URI, which ends in `name`. */
  add(name: string, text: string): vscode.Uri {
    this.#count++;
    const uri = vscode.Uri.from({ scheme: labelChangesScheme, path: `/${this.#count}/${name}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  /** Called by VS Code, also for a tab that was opened again or moved to another window: such a text is gone. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('This text ended when its tab or window was closed. Run the command again.')
    );
  }

  /** Shows a text in an editor of its own. */
  async show(name: string, text: string, options?: vscode.TextDocumentShowOptions): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.add(name, text));
    await vscode.window.showTextDocument(document, { preview: false, ...options });
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#texts.clear();
  }

  /** A document is closed, too, when it gets another language, and a tab when it is moved. */
  #forgetUnlessOpen(uri: vscode.Uri): void {
    const key = uri.toString();
    const isText = (open: vscode.Uri): boolean => open.toString() === key;
    const isOpen =
      vscode.workspace.textDocuments.some((document) => isText(document.uri)) ||
      allTabs().some((tab) => documentsOf(tab).some(isText));
    if (!isOpen) {
      this.#texts.delete(key);
    }
  }
}

/** Returns the URI of a comparison's changed side; undefined if the tab is none. */
export function changedSideOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
