import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { Log } from '../core/log/log.ts';

/** Returns whether `document` may differ from the service only as long as it is unsaved. */
export type MustBeUnsaved = (document: vscode.TextDocument) => boolean;

/**
 * Keeps documents dirty while they differ from the service. After a save during which the user typed, VS Code
 * still takes the version before that save for the saved one: text reverted to it counts as saved, is replaced
 * by the service's text, and cannot be sent.
 */
export class UnsavedTexts implements Disposable {
  readonly #mustBeUnsaved: MustBeUnsaved;
  readonly #log: Log;
  /** Dirty states as reported with each change: a document's `isDirty` is false after every save. */
  readonly #dirty = new Map<string, boolean>();
  readonly #disposables = new DisposableStore();

  /** `scheme` is that of the documents. */
  constructor(scheme: string, mustBeUnsaved: MustBeUnsaved, log: Log) {
    this.#mustBeUnsaved = mustBeUnsaved;
    this.#log = log;
    const follow = ({ isDirty, uri }: vscode.TextDocument): void => {
      if (uri.scheme === scheme) {
        this.#dirty.set(uri.toString(), isDirty);
      }
    };
    vscode.workspace.textDocuments.forEach(follow);
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument(follow));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#dirty.delete(uri.toString())),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ contentChanges, document }) => {
        follow(document);
        // Without content changes only the dirty state is another.
        if (contentChanges.length === 0) {
          void this.check(document);
        }
      }),
    );
  }

  /** Marks `document` as unsaved if VS Code wrongly considers it saved. */
  async check(document: vscode.TextDocument): Promise<void> {
    const isCounted = this.#dirty.get(document.uri.toString()) === false;
    if (!isCounted || !this.#mustBeUnsaved(document)) {
      return;
    }
    // The same text as another version.
    const start = new vscode.Range(document.positionAt(0), document.positionAt(1));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, start, document.getText(start));
    if (!(await vscode.workspace.applyEdit(edit))) {
      this.#log.debug('A document that changes just now could not be marked as unsaved.');
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
