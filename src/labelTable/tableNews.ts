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

/** Table in whose text labels are to be shown. */
interface NewsFile {
  readonly document: vscode.TextDocument;
  readonly isSaving: boolean;
  /** Returns the table of the present text. Throws `CancelledError` once the document is closed. */
  present(): Promise<LabelTable>;
  /** Bases all cells on the labels whose values they have. */
  rebase(labels: ReadonlyMap<LabelId, Label>): Promise<unknown>;
}

/** Time in which labels that change one after another come into the text together, in milliseconds. */
const gatheringTime = 500;

/** Labels as the service has them, until the text of an open table shows them. */
export class TableNews implements Disposable {
  readonly #file: NewsFile;
  readonly #clock: Clock;
  readonly #log: Log;
  #labels = new Map<LabelId, Label>();
  #soon: Disposable | undefined;
  #isShowing = false;
  /** True if the document is unsaved only because of these labels, or of those that they have replaced. */
  #isReasonForUnsaved = false;

  constructor(file: NewsFile, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#file = file;
    this.#clock = clock;
    this.#log = log;
  }

  /** Queues labels. During a save of VS Code, an edit of the text would leave the document dirty. */
  add(labels: ReadonlyMap<LabelId, Label>): void {
    for (const [id, label] of labels) {
      this.#labels.set(id, label);
    }
  }

  /** Drops what is expected of labels that nobody has read since they were sent. */
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
   * Lets the text show the labels, except where it holds an edit. If that leaves nothing to send, the text counts as
   * saved again. Of several calls, the first does it all: an edit during another one would be refused.
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

  /** Shows the labels together with those that follow at once, unless the table is being saved by then. */
  showSoon(): void {
    this.#soon ??= this.#clock.schedule(gatheringTime, () => {
      this.#soon = undefined;
      this.show().catch((error: unknown) => {
        this.#log.warn(`A table does not show the present labels: ${reasonOf(error)}`);
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

  /** Returns false if that is not possible now: somebody types, or VS Code refuses the edit. */
  async #showOnce(): Promise<boolean> {
    const file = this.#file;
    const hadChanges = (await file.present()).changedRows > 0;
    const mayBeSaved = hadChanges || this.#isReasonForUnsaved || !this.#isUnsaved;
    const labels = this.#labels;
    this.#labels = new Map();
    const table = await file.present();
    const changes = await cellEdits(table.model, outdatedCells(table, labels.values()));
    if (
      changes === undefined ||
      (changes.length > 0 && !(await replaceSpans(file.document, changes)))
    ) {
      this.#labels = new Map([...labels, ...this.#labels]);
      return false;
    }
    await file.rebase(labels);
    const { changedRows, hasProblems } = await file.present();
    this.#isReasonForUnsaved = mayBeSaved && this.#isUnsaved;
    if (this.#isReasonForUnsaved && changedRows === 0 && !hasProblems) {
      this.#isReasonForUnsaved = !(await file.document.save());
    }
    return true;
  }
}
