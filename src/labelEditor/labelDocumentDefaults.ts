import * as vscode from 'vscode';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { Log } from '../core/log/log.ts';
import { labelLanguageId } from '../ids.ts';

const encodings: ReadonlySet<string> = new Set(['utf8', 'utf8bom']);

/**
 * Gives each label that opens its language and encoding, whatever the settings make of its file name.
 * The language brings the defaults of the manifest with it, such as that it is not saved by itself.
 */
export class LabelDocumentDefaults implements Disposable {
  readonly #log: Log;
  readonly #open = new Set<string>();
  readonly #disposables = new DisposableStore();

  constructor(log: Log) {
    this.#log = log;
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        // One that is given another language closes and opens again, but goes on.
        if (document.isClosed) {
          this.#open.delete(document.uri.toString());
        }
      }),
    );
    vscode.workspace.textDocuments.forEach((document) => this.#opened(document));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #opened(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (document.uri.scheme !== labelScheme || this.#open.has(key)) {
      return;
    }
    this.#open.add(key);
    this.#apply(document).catch((error: unknown) => {
      this.#log.warn(`A label has not got its language and encoding: ${String(error)}`);
    });
  }

  async #apply(document: vscode.TextDocument): Promise<void> {
    if (document.languageId !== labelLanguageId) {
      await vscode.languages.setTextDocumentLanguage(document, labelLanguageId);
    }
    if (!encodings.has(document.encoding)) {
      await vscode.workspace.openTextDocument(document.uri, { encoding: 'utf8' });
    }
  }
}
