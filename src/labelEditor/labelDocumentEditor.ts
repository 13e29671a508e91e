import * as vscode from 'vscode';
import { rangeOf } from '../commands/textRange.ts';
import { editableFields, type EditableField } from '../core/api/labelFields.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { inputOfValue, replacementForInput } from '../core/labels/document/labelDocumentEdit.ts';
import { LabelDocumentHistory } from '../core/labels/document/labelDocumentHistory.ts';
import { parseLabelText } from '../core/labels/document/labelText.ts';
import { rebaseInput } from '../core/labels/document/rebaseInput.ts';
import type { UndoRedoDirection } from '../core/labels/undoRedoDirection.ts';
import type { Log } from '../core/log/log.ts';
import { notify } from '../surfaces/notify.ts';

/** Text typed into a field of a form. */
export interface LabelInput {
  readonly field: EditableField;
  /** Previous value of the field. */
  readonly base: string;
  readonly value: string;
  /** True if the user has typed it, as far as is known. */
  readonly isTyped: boolean;
  /** Group number; edits of one group are undone together. */
  readonly group: number;
}

type Work =
  | { readonly kind: 'input'; input: LabelInput }
  | { readonly kind: 'step'; readonly step: UndoRedoDirection };

/** Dependencies of the editor of a document. */
export interface LabelDocumentEditorOptions {
  /** Returns whether a text equals the label in the service, or the text that VS Code last read or saved. */
  readonly isServed: (text: string) => boolean;
  /** Returns whether a form of the document is the active editor, in any window of VS Code. */
  readonly hasActiveForm: () => boolean;
  /** Called before typed text is applied to the document. */
  readonly onWillType: (text: string) => void;
  readonly log: Log;
}

/** Maximum number of times that VS Code may refuse an edit of an unchanged document. */
const maximumRefusals = 3;

/**
 * Edits one label document on behalf of its forms. Every keystroke is applied to the document at once: VS
 * Code keeps documents, so typed text survives a hidden tab, a reload and a crash. VS Code makes each
 * keystroke an undo step and merges none, so undo and redo are tracked here, and repeated up to the boundary
 * of a group. Keystrokes wait for these steps, and are then applied to the current value of the field.
 */
export class LabelDocumentEditor implements Disposable {
  readonly #document: vscode.TextDocument;
  readonly #options: LabelDocumentEditorOptions;
  readonly #log: Log;
  readonly #history: LabelDocumentHistory;
  readonly #queue: Work[] = [];
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new vscode.EventEmitter<void>());
  #applying: { readonly text: string; readonly group: number | undefined } | undefined;
  /** Undo or redo that must follow, as the document is in the middle of a group. */
  #following: UndoRedoDirection | undefined;
  #work: Promise<void> | undefined;
  #lastGroup = 0;
  /** Number of saves so far. */
  #saves = 0;
  #isRefused = false;

  /** Fires when the document or its dirty state has changed, but not while typed text is pending. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(document: vscode.TextDocument, options: LabelDocumentEditorOptions) {
    this.#document = document;
    this.#options = options;
    this.#log = options.log;
    this.#history = new LabelDocumentHistory(document.getText());
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === document) {
          this.#changed(event);
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument((saved) => {
        this.#saves += saved === document ? 1 : 0;
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

  /** True if VS Code allows no changes: by its settings, or because it refused the last edit. */
  get isReadOnly(): boolean {
    return this.#isRefused || isSetReadOnly(this.#document);
  }

  /** Resets the read-only state, so that the next edit is attempted. */
  resetRefusal(): void {
    this.#isRefused = false;
  }

  /** Begins a new group of edits that are undone together. */
  newGroup(): number {
    return ++this.#lastGroup;
  }

  /** Applies typed text to the document; resolves once it is applied. */
  async edit(input: LabelInput): Promise<void> {
    const last = this.#queue.at(-1);
    const isContinued =
      last?.kind === 'input' &&
      last.input.field === input.field &&
      last.input.group === input.group &&
      last.input.isTyped === input.isTyped &&
      last.input.value === input.base;
    if (isContinued) {
      last.input = { ...input, base: last.input.base };
    } else {
      this.#queue.push({ kind: 'input', input });
    }
    await this.whenSettled();
  }

  /** Undoes or redoes one group of edits, once all text typed earlier is applied. */
  async step(step: UndoRedoDirection): Promise<void> {
    this.#queue.push({ kind: 'step', step });
    await this.whenSettled();
  }

  /** Resolves when all typed text is in the document. */
  async whenSettled(): Promise<void> {
    if (this.#queue.length > 0 || this.#following !== undefined) {
      this.#work ??= this.#workOff().finally(() => {
        this.#work = undefined;
        this.#onDidChange.fire();
      });
    }
    await this.#work;
  }

  /** Saves the document; returns whether nothing is left unsaved. */
  async save(): Promise<boolean> {
    await this.whenSettled();
    await this.#document.save();
    return !this.#document.isDirty;
  }

  /**
   * Replaces the text of the document with `known` and then with the result of `ask`, and saves it. If the
   * document changes while `ask` is pending, it keeps that change and stays unsaved.
   */
  async discard(known: string, ask: () => Promise<string>): Promise<void> {
    await this.whenSettled();
    const group = this.newGroup();
    await this.#replaceAll(known, group);
    const discarded = this.#document.getText();
    const text = await ask();
    await this.whenSettled();
    const isUntouched = this.#document.getText() === discarded;
    if (isUntouched && (text === known || (await this.#replaceAll(text, group)))) {
      await this.#document.save();
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #workOff(): Promise<void> {
    for (;;) {
      await this.#finishSteps();
      const next = this.#queue.shift();
      switch (next?.kind) {
        case undefined:
          return;
        case 'input':
          await this.#apply(next.input);
          break;
        case 'step':
          await this.#run(next.step);
          break;
      }
    }
  }

  async #apply({ field, base, value, group, isTyped }: LabelInput): Promise<void> {
    const document = this.#document;
    for (let refusals = 0; refusals < maximumRefusals;) {
      await this.#finishSteps();
      const { version } = document;
      const before = document.getText();
      const current = inputIn(before, field);
      const input = current === undefined ? value : rebaseInput(base, value, current);
      const replacement = replacementForInput(before, field, input);
      if (replacement === undefined) {
        return;
      }
      const { offset, length, content } = replacement;
      const text = before.slice(0, offset) + content + before.slice(offset + length);
      const saves = this.#saves;
      if (isTyped) {
        this.#options.onWillType(text);
      }
      if (await this.#replace(rangeOf(document, replacement), content, text, group)) {
        // VS Code accepts an edit of a read-only document without marking it as dirty. Saves are counted, as
        // a document that was edited during a save is clean afterwards as well.
        if (document.isDirty || this.#saves > saves) {
          return;
        }
        const written = { offset, length: content.length };
        const old = before.slice(offset, offset + length);
        this.#options.onWillType(before);
        await this.#replace(rangeOf(document, written), old, before, group);
        break;
      }
      // VS Code refuses an edit if the document has changed since: retry on the current text.
      refusals = document.version === version ? refusals + 1 : 0;
    }
    this.#log.warn('An edit of the label form could not be put into its document.');
    this.#isRefused = true;
  }

  /** Replaces `range` with `content`, which results in `text`. Returns false if VS Code refuses. */
  async #replace(
    range: vscode.Range,
    content: string,
    text: string,
    group: number | undefined,
  ): Promise<boolean> {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(this.#document.uri, range, content);
    this.#applying = { text, group };
    try {
      return await vscode.workspace.applyEdit(edit);
    } finally {
      this.#applying = undefined;
    }
  }

  /**
   * Replaces the whole text. This does not count as typing, so text from before it is sent only after a
   * question. VS Code's revert command is not used, as it acts on whichever tab is active by then.
   */
  async #replaceAll(text: string, group: number): Promise<boolean> {
    const { length } = this.#document.getText();
    const all = rangeOf(this.#document, { offset: 0, length });
    return await this.#replace(all, text, text, group);
  }

  async #finishSteps(): Promise<void> {
    while (this.#following !== undefined) {
      await this.#run(this.#following);
    }
  }

  async #run(step: UndoRedoDirection): Promise<void> {
    this.#following = undefined;
    // VS Code's undo and redo commands act on the document in the active editor.
    if (!this.#isActive) {
      this.#sayNotDone(step);
      return;
    }
    try {
      await vscode.commands.executeCommand(step);
    } catch (error) {
      this.#following = undefined;
      this.#log.warn(`The rest of an edit could not be taken back: ${String(error)}`);
    }
  }

  /** Shows a notification without waiting for it to close, so that typing can continue. */
  #sayNotDone(step: UndoRedoDirection): void {
    const message =
      step === 'undo'
        ? vscode.l10n.t('Nothing was undone: the label is no longer in the active editor.')
        : vscode.l10n.t('Nothing was redone: the label is no longer in the active editor.');
    notify('warning', message).catch((error: unknown) => {
      this.#log.warn(`A notification could not be shown: ${String(error)}`);
    });
  }

  get #isActive(): boolean {
    const { activeTextEditor } = vscode.window;
    return activeTextEditor?.document === this.#document || this.#options.hasActiveForm();
  }

  #changed({ contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    // Without content changes, only the dirty state has changed.
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
          this.#following = undefined;
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
    // After a save, values set by the service enter the document, and writing the same text marks it as
    // unsaved. Both are undone together with the previous edit; otherwise undo would seem to do nothing.
    const { text: before } = this.#history;
    const isUnseen =
      text === before || (this.#options.isServed(text) && haveSameInputs(text, before));
    return isUnseen ? this.#history.joinLast(() => this.newGroup()) : undefined;
  }

  #stepped(step: UndoRedoDirection, text: string): void {
    this.#following = this.#history.stepped(step, text) ? step : undefined;
    this.whenSettled().catch((error: unknown) => {
      this.#log.warn(`The rest of an edit could not be taken back: ${String(error)}`);
    });
  }
}

function isSetReadOnly(document: vscode.TextDocument): boolean {
  const settings = vscode.workspace.getConfiguration('files', document);
  const isMatch = (setting: string): boolean =>
    Object.entries(settings.get<Record<string, unknown>>(setting, {})).some(
      ([pattern, isOn]) => isOn === true && vscode.languages.match({ pattern }, document) > 0,
    );
  return isMatch('readonlyInclude') && !isMatch('readonlyExclude');
}

/** Returns the value that a form shows for `field`; undefined if the document's text is invalid. */
function inputIn(text: string, field: EditableField): string | undefined {
  const parsed = parseLabelText(text);
  return parsed.kind === 'invalid' ? undefined : inputOfValue(parsed.values[field]);
}

/** Returns whether a form shows the same editable values for both texts; false if one is invalid. */
export function haveSameInputs(one: string, other: string): boolean {
  return editableFields.every((field) => {
    const input = inputIn(one, field);
    return input !== undefined && input === inputIn(other, field);
  });
}
