import * as vscode from 'vscode';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { Log } from '../core/log/log.ts';

/** Whether `document` may differ from what the service is known to have only by being unsaved. */
export type MustBeUnsaved = (document: vscode.TextDocument) => boolean;

/**
 * Keeps unsaved what is unsaved. After a save during which somebody typed, VS Code still takes the version
 * before that save for the saved one: text that is taken back to it counts as saved, is replaced by what
 * the service has, and cannot be sent.
 */
export class UnsavedTexts implements Disposable {
  readonly #mustBeUnsaved: MustBeUnsaved;
  readonly #log: Log;
  /** As VS Code tells it at each change: a document's `isDirty` is false after every save. */
  readonly #dirty = new Map<string, boolean>();
  readonly #disposables = new DisposableStore();

  constructor(mustBeUnsaved: MustBeUnsaved, log: Log) {
    this.#mustBeUnsaved = mustBeUnsaved;
    this.#log = log;
    const follow = ({ isDirty, uri }: vscode.TextDocument): void => {
      if (uri.scheme === labelScheme) {
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

  /** Marks `document` as unsaved if VS Code counts it as saved, and it is not. */
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
      this.#log.debug('A label that changes just now could not be marked as unsaved.');
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
