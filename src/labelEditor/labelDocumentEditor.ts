import * as vscode from 'vscode';
import type { EditableField } from '../core/api/labelFields.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { replacementForInput } from '../core/labels/document/labelDocumentEdit.ts';
import {
  LabelDocumentHistory,
  type HistoryStep,
} from '../core/labels/document/labelDocumentHistory.ts';
import type { Log } from '../core/log/log.ts';
import { rangeOf } from './textRange.ts';

interface PendingInput {
  readonly value: string;
  readonly group: number;
}

const maximumAttempts = 5;

/**
 * Edits one label document on behalf of its forms. Every key stroke goes into the document at once:
 * the document is VS Code's, so what is typed outlives a hidden tab, a reload and a crash. That makes
 * each stroke an undo step of its own, for VS Code merges none; so undo and redo are followed, and
 * repeated until they stand at the border of a group.
 */
export class LabelDocumentEditor implements Disposable {
  readonly #document: vscode.TextDocument;
  readonly #log: Log;
  readonly #history: LabelDocumentHistory;
  readonly #pending = new Map<EditableField, PendingInput>();
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new vscode.EventEmitter<void>());
  #applying: { readonly text: string; readonly group: number } | undefined;
  #work: Promise<void> | undefined;
  #lastGroup = 0;

  /** The document has other content or is dirty or clean; only when nothing typed is under way into it. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(document: vscode.TextDocument, log: Log) {
    this.#document = document;
    this.#log = log;
    this.#history = new LabelDocumentHistory(document.getText());
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === document) {
          this.#changed(event);
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onWillSaveTextDocument((event) => {
        if (event.document === document && this.#work !== undefined) {
          event.waitUntil(this.#work);
        }
      }),
    );
  }

  /** A new group of edits that are undone together. */
  newGroup(): number {
    return ++this.#lastGroup;
  }

  /** Puts what was typed for `field` into the document; resolves when it is there. */
  async edit(field: EditableField, value: string, group: number): Promise<void> {
    this.#pending.set(field, { value, group });
    await this.settled();
  }

  /** Resolves when all that was typed is in the document. */
  async settled(): Promise<void> {
    if (this.#pending.size > 0) {
      this.#work ??= this.#applyPending().finally(() => {
        this.#work = undefined;
        this.#onDidChange.fire();
      });
    }
    await this.#work;
  }

  async save(): Promise<void> {
    await this.settled();
    await this.#document.save();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #applyPending(): Promise<void> {
    for (;;) {
      const [next] = this.#pending;
      if (next === undefined) {
        return;
      }
      const [field, input] = next;
      this.#pending.delete(field);
      await this.#apply(field, input);
    }
  }

  async #apply(field: EditableField, { value, group }: PendingInput): Promise<void> {
    const document = this.#document;
    for (let attempt = 0; attempt < maximumAttempts; attempt++) {
      const before = document.getText();
      const replacement = replacementForInput(before, field, value);
      if (replacement === undefined) {
        return;
      }
      const { offset, length, content } = replacement;
      const text = before.slice(0, offset) + content + before.slice(offset + length);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, rangeOf(document, replacement), content);
      this.#applying = { text, group };
      try {
        // Refused where the document has changed since; then it is tried on what it holds now.
        if (await vscode.workspace.applyEdit(edit)) {
          return;
        }
      } finally {
        this.#applying = undefined;
      }
    }
    this.#log.error('An edit of the label form could not be put into its document.');
  }

  #changed({ contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    // Without content changes only the dirty state is another.
    if (contentChanges.length > 0) {
      const text = this.#document.getText();
      switch (reason) {
        case vscode.TextDocumentChangeReason.Undo:
          this.#stepped('undo', text);
          break;
        case vscode.TextDocumentChangeReason.Redo:
          this.#stepped('redo', text);
          break;
        case undefined:
          this.#history.changed(text, this.#groupOfChange(text));
          break;
      }
    }
    if (this.#work === undefined) {
      this.#onDidChange.fire();
    }
  }

  #groupOfChange(text: string): number | undefined {
    if (this.#applying?.text === text) {
      return this.#applying.group;
    }
    // A change that leaves the document clean comes from the service, after a save: it is undone
    // together with what was saved, or undo would seem to do nothing.
    return this.#document.isDirty ? undefined : this.#history.group;
  }

  #stepped(step: HistoryStep, text: string): void {
    if (this.#history.stepped(step, text) && this.#isActive()) {
      vscode.commands.executeCommand(step).then(undefined, (error: unknown) => {
        this.#log.warn(`The rest of an edit could not be taken back: ${String(error)}`);
      });
    }
  }

  #isActive(): boolean {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const isEditor = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText;
    return isEditor && input.uri.toString() === this.#document.uri.toString();
  }
}
