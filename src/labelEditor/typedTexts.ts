import * as vscode from 'vscode';
import { mayBeFileLoad } from '../commands/openDocuments.ts';
import { labelScheme } from '../core/account/labelAddress.ts';
import { type Disposable, DisposableStore } from '../core/async/disposable.ts';
import type { TypedChains } from '../core/labels/document/typedChains.ts';
import { haveSameInputs } from './labelDocumentEditor.ts';
import { otherTitles } from './tabTitles.ts';

/**
 * Returns whether the text of a label document is known to equal the label in the service, or the text that
 * VS Code last read or saved.
 */
export type IsServed = (uri: vscode.Uri, text: string) => boolean;

/** State of one document. */
interface DocumentState {
  text: string;
  /** Text that a form is about to set. */
  expected: string | undefined;
}

/**
 * Distinguishes text that the user has typed in this window, in a form or a text editor, from text inserted by
 * something else: another extension, or a VS Code command that changes files, including undo past a read or a
 * revert. VS Code does not report the author of a change. Edits of a form are announced; in the active text
 * editor, a change within the lines with cursors counts as typed.
 */
export class TypedTexts implements Disposable {
  readonly #chains: TypedChains;
  readonly #isServed: IsServed;
  readonly #states = new Map<string, DocumentState>();
  readonly #disposables = new DisposableStore();

  constructor(chains: TypedChains, isServed: IsServed) {
    this.#chains = chains;
    this.#isServed = isServed;
    const { workspace } = vscode;
    workspace.textDocuments.forEach((document) => this.#stateOf(document));
    this.#disposables.add(workspace.onDidOpenTextDocument((document) => this.#stateOf(document)));
    this.#disposables.add(workspace.onDidChangeTextDocument((event) => this.#changed(event)));
    this.#disposables.add(
      workspace.onDidCloseTextDocument(({ isClosed, uri }) => {
        // A document whose language changes is closed and reopened, but stays the same (`isClosed` is false).
        if (isClosed) {
          this.#states.delete(uri.toString());
          this.#chains.end(uri.toString());
        }
      }),
    );
  }

  /** Announces that a form is about to set the text of `document` to the typed `text`. */
  expect(document: vscode.TextDocument, text: string): void {
    const state = this.#stateOf(document);
    if (state !== undefined) {
      state.expected = text;
    }
  }

  /** Records that the document `uri`, with the text `text`, is now based on a record changed by somebody else. */
  recordRebase(uri: vscode.Uri, text: string): void {
    this.#chains.restart(uri.toString(), text);
  }

  /** Returns whether `text` of the document `uri` contains only text from the service and text typed since. */
  isTyped(uri: vscode.Uri, text: string): boolean {
    return this.#chains.has(uri.toString(), text);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #stateOf(document: vscode.TextDocument): DocumentState | undefined {
    const { uri } = document;
    if (uri.scheme !== labelScheme) {
      return undefined;
    }
    const key = uri.toString();
    const known = this.#states.get(key);
    if (known !== undefined) {
      return known;
    }
    const text = document.getText();
    const state: DocumentState = { text, expected: undefined };
    this.#states.set(key, state);
    // Otherwise VS Code has restored unsaved text, which may belong to a chain stored by the previous window.
    if (this.#isServed(uri, text)) {
      this.#chains.begin(key, text);
    }
    return state;
  }

  #changed(event: vscode.TextDocumentChangeEvent): void {
    const { document, reason } = event;
    const state = this.#stateOf(document);
    const text = document.getText();
    if (state === undefined || state.text === text) {
      return;
    }
    const { expected, text: before } = state;
    state.text = text;
    if (reason !== undefined) {
      // Undo and redo lead to an earlier text, which is in the chain only if it was typed.
      return;
    }
    state.expected = undefined;
    const key = document.uri.toString();
    // VS Code reports the first edit of a clean document exactly like a reload.
    const isRead = mayBeFileLoad(event) && this.#isServed(document.uri, text);
    const isByHand = expected === text || (!isRead && isAtCursors(before, event));
    // Formatters and values set by the service leave all inputs the same.
    const isTyped = isByHand || haveSameInputs(before, text);
    if (isTyped && this.#chains.has(key, before)) {
      this.#chains.extend(key, before, text, otherTitles(document.uri));
    } else if (this.#isServed(document.uri, text)) {
      this.#chains.begin(key, text);
    }
  }
}

/**
 * Returns whether a change of a document, which contained `before`, is limited to the lines with cursors of
 * the active text editor. The line breaks at both ends count as part of these lines, as commands for whole
 * lines include them.
 */
function isAtCursors(
  before: string,
  { contentChanges, document }: vscode.TextDocumentChangeEvent,
): boolean {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document !== document) {
    return false;
  }
  const lines = before.split(/\r\n|\r|\n/);
  return contentChanges.every(({ range: { end, start } }) =>
    editor.selections.some((selection) => {
      const first = selection.start.line;
      const last = selection.end.line;
      const beginsThere =
        start.line >= first ||
        (start.line === first - 1 && start.character === lines[start.line]?.length);
      const endsThere = end.line <= last || (end.line === last + 1 && end.character === 0);
      return beginsThere && endsThere && start.line <= last && end.line >= first;
    }),
  );
}
