import * as vscode from 'vscode';
import { editableFields, type EditableField } from '../core/api/labelFields.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { inputOfValue, replacementForInput } from '../core/labels/document/labelDocumentEdit.ts';
import {
  LabelDocumentHistory,
  type HistoryStep,
} from '../core/labels/document/labelDocumentHistory.ts';
import { parseLabelText } from '../core/labels/document/labelText.ts';
import { rebaseInput } from '../core/labels/document/rebaseInput.ts';
import type { Log } from '../core/log/log.ts';
import { isInActiveTab } from './openDocuments.ts';
import { rangeOf } from './textRange.ts';

/** What was typed into a field of a form. */
export interface LabelInput {
  readonly field: EditableField;
  /** What the field showed before. */
  readonly base: string;
  readonly value: string;
  /** Edits of one group are undone together. */
  readonly group: number;
}

type Work =
  | { readonly kind: 'input'; input: LabelInput }
  | { readonly kind: 'step'; readonly step: HistoryStep };

/** How often VS Code may refuse an edit of a document that has not changed since. */
const maximumRefusals = 3;

/**
 * Edits one label document on behalf of its forms. Every key stroke goes into the document at once:
 * the document is VS Code's, so what is typed outlives a hidden tab, a reload and a crash. That makes
 * each stroke an undo step of its own, for VS Code merges none; so undo and redo are followed, and
 * repeated until they stand at the border of a group. Strokes wait until they do, and are then made in
 * what the field holds.
 */
export class LabelDocumentEditor implements Disposable {
  readonly #document: vscode.TextDocument;
  readonly #isServed: (text: string) => boolean;
  readonly #log: Log;
  readonly #history: LabelDocumentHistory;
  readonly #queue: Work[] = [];
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new vscode.EventEmitter<void>());
  #applying: { readonly text: string; readonly group: number | undefined } | undefined;
  /** The step that must follow, since the document stands in the middle of a group. */
  #following: HistoryStep | undefined;
  #work: Promise<void> | undefined;
  #lastGroup = 0;
  /** How often the document was saved. */
  #saves = 0;
  #isRefused = false;

  /** The document has other content or is dirty or clean; only when nothing typed is under way into it. */
  readonly onDidChange = this.#onDidChange.event;

  /** `isServed` tells whether a text is what the service has, or VS Code has read or saved last. */
  constructor(document: vscode.TextDocument, isServed: (text: string) => boolean, log: Log) {
    this.#document = document;
    this.#isServed = isServed;
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

  /** Whether VS Code lets nothing be changed, by its settings or as the last edit has shown. */
  get isReadOnly(): boolean {
    return this.#isRefused || isSetReadOnly(this.#document);
  }

  /** Lets the next edit show whether the document can be changed by now. */
  tryAgain(): void {
    this.#isRefused = false;
  }

  /** A new group of edits that are undone together. */
  newGroup(): number {
    return ++this.#lastGroup;
  }

  /** Puts what was typed into the document; resolves when it is there. */
  async edit(input: LabelInput): Promise<void> {
    const last = this.#queue.at(-1);
    const isContinued =
      last?.kind === 'input' &&
      last.input.field === input.field &&
      last.input.group === input.group &&
      last.input.value === input.base;
    if (isContinued) {
      last.input = { ...input, base: last.input.base };
    } else {
      this.#queue.push({ kind: 'input', input });
    }
    await this.settled();
  }

  /** Takes back, or makes again, one group; after what was typed before, and before what is typed then. */
  async step(step: HistoryStep): Promise<void> {
    this.#queue.push({ kind: 'step', step });
    await this.settled();
  }

  /** Resolves when all that was typed is in the document. */
  async settled(): Promise<void> {
    if (this.#queue.length > 0 || this.#following !== undefined) {
      this.#work ??= this.#workOff().finally(() => {
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

  /**
   * Makes what the service has the text of the document, with nothing unsaved: at once what is known of
   * that, and what `ask` returns unless somebody has typed by then.
   */
  async discard(known: string, ask: () => Promise<string>): Promise<void> {
    await this.settled();
    const group = this.newGroup();
    await this.#replaceAll(known, group);
    const discarded = this.#document.getText();
    const text = await ask();
    await this.settled();
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

  async #apply({ field, base, value, group }: LabelInput): Promise<void> {
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
      if (await this.#replace(rangeOf(document, replacement), content, text, group)) {
        // VS Code takes an edit of a read-only document, and does not count it as a change. After a
        // save a document that was typed in meanwhile counts as clean too.
        if (document.isDirty || this.#saves > saves) {
          return;
        }
        const written = { offset, length: content.length };
        const old = before.slice(offset, offset + length);
        await this.#replace(rangeOf(document, written), old, before, group);
        break;
      }
      // Refused where the document has changed since: then it is made in what that holds now.
      refusals = document.version === version ? refusals + 1 : 0;
    }
    this.#log.warn('An edit of the label form could not be put into its document.');
    this.#isRefused = true;
  }

  /** Returns false where VS Code refuses; `text` is what the document is to hold. */
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

  /** Not by VS Code's command to revert, which takes whatever document is in the active tab by then. */
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

  async #run(step: HistoryStep): Promise<void> {
    this.#following = undefined;
    if (!isInActiveTab(this.#document.uri)) {
      return;
    }
    try {
      await vscode.commands.executeCommand(step);
    } catch (error) {
      this.#following = undefined;
      this.#log.warn(`The rest of an edit could not be taken back: ${String(error)}`);
    }
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
    // What the service sets by itself comes into the document after a save; and the same text once more
    // marks it as unsaved. Both are undone together with what was done before, or undo would seem to do
    // nothing.
    const { text: before } = this.#history;
    const isUnseen = text === before || (this.#isServed(text) && haveSameInputs(text, before));
    return isUnseen ? this.#history.joinLast(() => this.newGroup()) : undefined;
  }

  #stepped(step: HistoryStep, text: string): void {
    this.#following = this.#history.stepped(step, text) ? step : undefined;
    this.settled().catch((error: unknown) => {
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

/** What a form shows of `field`; undefined if the text cannot be read. */
function inputIn(text: string, field: EditableField): string | undefined {
  const parsed = parseLabelText(text);
  return parsed.kind === 'invalid' ? undefined : inputOfValue(parsed.values[field]);
}

/** Whether a form shows the same in the fields that can change. */
function haveSameInputs(one: string, other: string): boolean {
  return editableFields.every((field) => inputIn(one, field) === inputIn(other, field));
}
