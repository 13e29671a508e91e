import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { Log } from '../core/log/log.ts';

/** Returns whether `document` differs from the service and therefore must stay unsaved. */
export type MustBeUnsaved = (document: vscode.TextDocument) => boolean;

/**
 * Keeps documents dirty while they differ from the service. If the user types during a save, VS Code keeps
 * considering the version before that save as the saved one: text that is undone to that version counts as
 * saved, is replaced with the service's text, and cannot be sent.
 */
export class UnsavedTexts implements Disposable {
  readonly #mustBeUnsaved: MustBeUnsaved;
  readonly #log: Log;
  /** Dirty state of each document as of its last event: `isDirty` itself is false after every save. */
  readonly #dirty = new Map<string, boolean>();
  readonly #disposables = new DisposableStore();

  /** `scheme`: scheme of the documents. */
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
        // Without content changes, only the dirty state has changed.
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
    // Replaces the first character with itself, which creates a new version with the same text.
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
