import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { Log } from '../core/log/log.ts';

/** Documents of a scheme, and their language. */
export interface DocumentLanguageOptions {
  readonly scheme: string;
  readonly language: string;
  readonly log: Log;
}

/**
 * Sets the language of each opened document, regardless of file associations in the settings. The manifest
 * defines defaults for the language, for example no auto save.
 */
export class DocumentLanguage implements Disposable {
  readonly #options: DocumentLanguageOptions;
  readonly #open = new Set<string>();
  readonly #disposables = new DisposableStore();

  constructor(options: DocumentLanguageOptions) {
    this.#options = options;
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        // A document whose language changes is closed and reopened, but stays the same (`isClosed` is false).
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
    const { language, log, scheme } = this.#options;
    const key = document.uri.toString();
    if (document.uri.scheme !== scheme || this.#open.has(key)) {
      return;
    }
    this.#open.add(key);
    if (document.languageId !== language) {
      vscode.languages
        .setTextDocumentLanguage(document, language)
        .then(undefined, (error: unknown) => {
          log.warn(`A document has not got its language: ${String(error)}`);
        });
    }
  }
}
