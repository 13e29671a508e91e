import * as vscode from 'vscode';
import type { Disposable } from '../core/async/disposable.ts';
import type { TextReplacement } from '../core/labels/document/labelDocumentEdit.ts';
import { replaceSpans } from './replaceSpans.ts';
import type { EditedDocument } from './tableEdits.ts';

/** A text document of VS Code that a table's grid edits. */
export class EditedTextDocument implements EditedDocument, Disposable {
  readonly #document: vscode.TextDocument;
  readonly #counting: Disposable;
  #saves = 0;

  constructor(document: vscode.TextDocument) {
    this.#document = document;
    this.#counting = vscode.workspace.onDidSaveTextDocument((saved) => {
      this.#saves += saved === document ? 1 : 0;
    });
  }

  get version(): number {
    return this.#document.version;
  }

  get isDirty(): boolean {
    return this.#document.isDirty;
  }

  get saves(): number {
    return this.#saves;
  }

  async replace(changes: readonly TextReplacement[]): Promise<boolean> {
    return await replaceSpans(this.#document, changes);
  }

  dispose(): void {
    this.#counting.dispose();
  }
}
