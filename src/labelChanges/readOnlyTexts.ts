import * as vscode from 'vscode';
import { documentsOf, openDocuments } from '../commands/openDocuments.ts';
import { type Disposable, DisposableStore } from '../core/async/disposable.ts';
import { surfaceText } from '../core/text/surfaceText.ts';
import { labelChangesScheme } from '../ids.ts';

/** Read-only documents about changes to labels. A text is kept as long as its document is open. */
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

  /** Adds a text and returns its URI. The URI ends in `name`, adapted to be a valid file name. */
  add(name: string, text: string): vscode.Uri {
    this.#count++;
    const fileName = surfaceText('fileName', name.replaceAll('/', '-'));
    // The folder determines the document's language (package.json), in which VS Code does not turn addresses
    // into links.
    const path = `/${labelChangesScheme}/${this.#count}/${fileName}`;
    const uri = vscode.Uri.from({ scheme: labelChangesScheme, path });
    this.#texts.set(uri.toString(), surfaceText('document', text.split('\n')));
    return uri;
  }

  /** Called by VS Code, even for a reopened or moved tab whose text was dropped. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t(
        'This text is no longer available, because its tab or window was closed. Run the command again.',
      )
    );
  }

  /** Shows a text in a new editor. */
  async show(name: string, text: string, options?: vscode.TextDocumentShowOptions): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.add(name, text));
    await vscode.window.showTextDocument(document, { preview: false, ...options });
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#texts.clear();
  }

  /**
   * Drops a text unless it is still open: VS Code also closes the document when its language changes, and the
   * tab when it is moved.
   */
  #forgetUnlessOpen(uri: vscode.Uri): void {
    const key = uri.toString();
    if (!openDocuments().has(key)) {
      this.#texts.delete(key);
    }
  }
}
