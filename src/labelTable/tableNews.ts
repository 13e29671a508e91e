import type * as vscode from 'vscode';
import { hasDirtyTab } from '../commands/openDocuments.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { cellEdits } from '../core/labels/table/cellEdits.ts';
import type { LabelTable } from '../core/labels/table/labelTable.ts';
import { outdatedCells } from '../core/labels/table/rebaseTable.ts';
import type { Log } from '../core/log/log.ts';
import { replaceSpans } from './replaceSpans.ts';

/** Table whose text is updated with labels. */
interface NewsFile {
  readonly document: vscode.TextDocument;
  readonly isSaving: boolean;
  /** Returns the table of the current text. Throws `CancelledError` once the document is closed. */
  currentTable(): Promise<LabelTable>;
  /** Uses `labels` as the new base of all cells that have their values. */
  rebase(labels: ReadonlyMap<LabelId, Label>): Promise<unknown>;
}

/** Time for which changed labels are collected for one update of the text, in milliseconds. */
const gatheringTime = 500;

/** Labels read from the service that the text of an open table does not show yet. */
export class PendingTableUpdates implements Disposable {
  readonly #file: NewsFile;
  readonly #clock: Clock;
  readonly #log: Log;
  #labels = new Map<LabelId, Label>();
  #soon: Disposable | undefined;
  #isShowing = false;
  /** True if the document is unsaved only because its text was updated with such labels. */
  #isReasonForUnsaved = false;

  constructor(file: NewsFile, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#file = file;
    this.#clock = clock;
    this.#log = log;
  }

  /** Queues labels without an edit of the text, which would leave the document dirty during a save. */
  add(labels: ReadonlyMap<LabelId, Label>): void {
    for (const [id, label] of labels) {
      this.#labels.set(id, label);
    }
  }

  /** Drops queued labels whose values are only expected: they were sent, but not read since. */
  leaveOut(ids: Iterable<LabelId>): void {
    for (const id of ids) {
      this.#labels.delete(id);
    }
  }

  /** Notes that all changes were saved. */
  noteSaved(): void {
    this.#isReasonForUnsaved = false;
  }

  /**
   * Updates the text with the queued labels, except where it contains an edit. If nothing is left to send, a
   * document that is unsaved only because of such updates is saved. Concurrent calls return at once: the
   * first one handles all labels, as VS Code would refuse an edit during another one.
   */
  async show(): Promise<void> {
    if (this.#isShowing) {
      return;
    }
    this.#isShowing = true;
    try {
      while (this.#labels.size > 0 && !this.#file.isSaving) {
        if (!(await this.#showOnce())) {
          this.showSoon();
          return;
        }
      }
    } finally {
      this.#isShowing = false;
    }
  }

  /** Shows the labels a moment later, together with those that follow until then, unless the table is being saved. */
  showSoon(): void {
    this.#soon ??= this.#clock.schedule(gatheringTime, () => {
      this.#soon = undefined;
      this.show().catch((error: unknown) => {
        this.#log.warn(`A table does not show the current labels: ${reasonOf(error)}`);
      });
    });
  }

  dispose(): void {
    this.#soon?.dispose();
  }

  get #isUnsaved(): boolean {
    const { document } = this.#file;
    return document.isDirty || hasDirtyTab(document.uri);
  }

  /**
   * Updates the text once. Returns false if that is not possible now: the user is typing, or VS Code refuses
   * the edit.
   */
  async #showOnce(): Promise<boolean> {
    const file = this.#file;
    const hadChanges = (await file.currentTable()).changedRows > 0;
    const mayBeSaved = hadChanges || this.#isReasonForUnsaved || !this.#isUnsaved;
    const labels = this.#labels;
    this.#labels = new Map();
    const table = await file.currentTable();
    const changes = await cellEdits(table.model, outdatedCells(table, labels.values()));
    if (
      changes === undefined ||
      (changes.length > 0 && !(await replaceSpans(file.document, changes)))
    ) {
      this.#labels = new Map([...labels, ...this.#labels]);
      return false;
    }
    await file.rebase(labels);
    const { changedRows, hasProblems } = await file.currentTable();
    this.#isReasonForUnsaved = mayBeSaved && this.#isUnsaved;
    if (this.#isReasonForUnsaved && changedRows === 0 && !hasProblems) {
      this.#isReasonForUnsaved = !(await file.document.save());
    }
    return true;
  }
}
