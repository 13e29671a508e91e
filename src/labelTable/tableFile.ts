import * as vscode from 'vscode';
import { readOnlyText } from '../accounts/assertWritable.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { hasDirtyTab } from '../commands/openDocuments.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { TableAddress } from '../core/account/tableAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import { cellEdits } from '../core/labels/table/cellEdits.ts';
import type { LabelTable } from '../core/labels/table/labelTable.ts';
import { outdatedCells, rebaseTable } from '../core/labels/table/rebaseTable.ts';
import type { TableBase } from '../core/labels/table/tableBase.ts';
import { TableDocument } from '../core/labels/table/tableDocument.ts';
import type { Log } from '../core/log/log.ts';
import { replaceSpans } from './replaceSpans.ts';
import { tableBeingSaved, tableBeingSavedText, tableNotStoredText } from './tableErrors.ts';

/** Dependencies of an open table. */
export interface TableFileOptions {
  readonly document: vscode.TextDocument;
  readonly address: TableAddress;
  readonly base: TableBase;
  /** The table that its text probably is; undefined if nobody knows. */
  readonly expected: Promise<LabelTable> | undefined;
  /** False if nothing is known of the labels that the table was opened with. */
  readonly isStored: boolean;
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  /** Stores the base. */
  readonly store: () => Promise<void>;
  readonly log: Log;
}

/** Time in which labels that change one after another come into the text together, in milliseconds. */
const gatheringTime = 500;

/** One table of labels as a document that is open: its rows, and what is known of its labels. */
export class TableFile implements Disposable {
  readonly address: TableAddress;
  readonly document: vscode.TextDocument;
  /** Its rows, which follow the document. */
  readonly table: TableDocument;
  readonly isStored: boolean;
  readonly #options: TableFileOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new Emitter<void>());
  readonly #onDidChangeLabel = this.#disposables.add(new Emitter<Label>());
  /** Length of the document's text, which its changes are counted from. */
  #length: number;
  #eol: vscode.EndOfLine;
  #isSaving = false;
  /** Labels, as the service has them, that the text is to show. */
  #news = new Map<LabelId, Label>();
  #showing: Disposable | undefined;
  #isShowing = false;
  /** Whether nothing but `#news`, or what it has taken the place of, makes the document unsaved. */
  #isUnsavedByNews = false;
  #repository: { readonly of: LabelRepository; readonly subscription: Disposable } | undefined;

  /** Fires when `account` or `readOnly` has changed; `table` has an event of its own. */
  readonly onDidChange = this.#onDidChange.event;

  /** Fires with a label when its values have changed in this window. */
  readonly onDidChangeLabel = this.#onDidChangeLabel.event;

  constructor(options: TableFileOptions) {
    const { accounts, address, base, document, expected, isStored } = options;
    this.#options = options;
    this.address = address;
    this.document = document;
    this.isStored = isStored;
    const text = document.getText();
    this.#length = text.length;
    this.#eol = document.eol;
    this.table = this.#disposables.add(new TableDocument(base, text, expected));
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === document) {
          this.#follow(event);
        }
      }),
    );
    this.#followAccount();
    this.#disposables.add(
      accounts.onDidChange(() => {
        this.#followAccount();
        this.#onDidChange.fire();
      }),
    );
  }

  get uri(): vscode.Uri {
    return this.document.uri;
  }

  /** Account of its labels; undefined while it is signed out. */
  get account(): LabelAccount | undefined {
    return this.#options.accounts.find(this.address.accountId);
  }

  get base(): TableBase {
    return this.#options.base;
  }

  /** Reason why nothing can be changed, now or at all; undefined if it can. */
  get readOnly(): string | undefined {
    if (!this.isStored) {
      return tableNotStoredText();
    }
    if (this.#isSaving) {
      return tableBeingSavedText();
    }
    const { account } = this;
    return account?.readOnly !== undefined ? readOnlyText(account) : undefined;
  }

  /** Stores the base. Throws `StorageError`. */
  async store(): Promise<void> {
    await this.#options.store();
  }

  /** Runs `save`, during which the table is locked. Throws `FileSystemError` while another one runs. */
  async whileSaving(save: () => Promise<void>): Promise<void> {
    if (this.#isSaving) {
      throw tableBeingSaved();
    }
    this.#isSaving = true;
    this.#onDidChange.fire();
    let isSaved = false;
    try {
      await save();
      isSaved = true;
      this.#isUnsavedByNews = false;
    } finally {
      this.#isSaving = false;
      this.#onDidChange.fire();
      if (!isSaved) {
        // Otherwise when VS Code has finished the save.
        this.#showSoon();
      }
    }
  }

  /** Notes labels as the service has them now. */
  noteRead(labels: ReadonlyMap<LabelId, Label>): void {
    for (const label of labels.values()) {
      this.base.noteRead(label);
    }
    this.table.recheck(labels.keys());
  }

  /**
   * Returns the table of the present text, read in full. Throws `CancelledError` once the document is closed.
   */
  async present(): Promise<LabelTable> {
    const table = await this.table.ready();
    const text = this.document.getText();
    if (table.model.textBetween(0, table.model.length) === text) {
      return table;
    }
    this.#readAnew(table.model.length);
    return await this.table.ready();
  }

  /** Bases all cells on the present labels whose values they have, and returns the number of labels still changed. */
  async rebase(labels: ReadonlyMap<LabelId, Label>): Promise<number> {
    const table = await this.table.ready();
    const ids = rebaseTable(table, labels.values());
    this.table.recheck(ids);
    if (labels.size > 0) {
      // They were read, even if no cell has their values.
      await this.store();
    }
    return (await this.table.ready()).changedRows;
  }

  /** Returns whether the text differs from the labels that it was opened or last saved with. */
  get isChanged(): boolean {
    return this.isStored && (this.table.table?.changedRows ?? 0) > 0;
  }

  /** Queues labels that the text is to show. During a save of VS Code, an edit would leave the document dirty. */
  showLater(labels: ReadonlyMap<LabelId, Label>): void {
    for (const [id, label] of labels) {
      this.#news.set(id, label);
    }
  }

  /** Lets the text not show what is expected of labels that nobody has read since they were sent. */
  leaveOut(ids: Iterable<LabelId>): void {
    for (const id of ids) {
      this.#news.delete(id);
    }
  }

  /**
   * Lets the text show what is new, except where it holds an edit. If that leaves nothing to send, the text counts as
   * saved again. Of several calls, the first does it all: an edit during another one would be refused.
   */
  async showNews(): Promise<void> {
    if (this.#isShowing) {
      return;
    }
    this.#isShowing = true;
    try {
      while (this.#news.size > 0 && !this.#isSaving) {
        if (!(await this.#showOnce())) {
          this.#showSoon();
          return;
        }
      }
    } finally {
      this.#isShowing = false;
    }
  }

  dispose(): void {
    this.#showing?.dispose();
    this.#repository?.subscription.dispose();
    this.#disposables.dispose();
  }

  get #isUnsaved(): boolean {
    return this.document.isDirty || hasDirtyTab(this.uri);
  }

  /** Returns false if that is not possible now: somebody types, or VS Code refuses the edit. */
  async #showOnce(): Promise<boolean> {
    const hadChanges = (await this.present()).changedRows > 0;
    const mayBeSaved = hadChanges || this.#isUnsavedByNews || !this.#isUnsaved;
    const labels = this.#news;
    this.#news = new Map();
    const table = await this.present();
    const changes = await cellEdits(table.model, outdatedCells(table, labels.values()));
    if (
      changes === undefined ||
      (changes.length > 0 && !(await replaceSpans(this.document, changes)))
    ) {
      this.#news = new Map([...labels, ...this.#news]);
      return false;
    }
    await this.rebase(labels);
    const { changedRows, hasProblems } = await this.present();
    this.#isUnsavedByNews = mayBeSaved && this.#isUnsaved;
    if (this.#isUnsavedByNews && changedRows === 0 && !hasProblems) {
      this.#isUnsavedByNews = !(await this.document.save());
    }
    return true;
  }

  #showSoon(): void {
    const { clock, log } = this.#options;
    this.#showing ??= clock.schedule(gatheringTime, () => {
      this.#showing = undefined;
      if (!this.#isSaving) {
        this.showNews().catch((error: unknown) => {
          log.warn(`A table does not show the present labels: ${reasonOf(error)}`);
        });
      }
    });
  }

  #follow({ contentChanges, document }: vscode.TextDocumentChangeEvent): void {
    if (document.eol !== this.#eol) {
      this.#eol = document.eol;
      this.#readAnew(this.#length);
      return;
    }
    if (contentChanges.length === 0) {
      return;
    }
    const changes = contentChanges.map(({ rangeLength: length, rangeOffset: offset, text }) => {
      this.#length += text.length - length;
      return { offset, length, content: text };
    });
    this.table.apply(changes, () => document.getText());
  }

  /** Reads all text, which has taken the place of one of this length. */
  #readAnew(length: number): void {
    const text = this.document.getText();
    this.table.apply([{ offset: 0, length, content: text }], () => text);
    this.#length = text.length;
  }

  #followAccount(): void {
    const repository = this.account?.repository;
    if (this.#repository?.of === repository) {
      return;
    }
    this.#repository?.subscription.dispose();
    this.#repository = repository && {
      of: repository,
      subscription: repository.onDidChangeLabel((label) => {
        if (this.base.has(label.id)) {
          const labels = new Map([[label.id, label]]);
          this.noteRead(labels);
          this.#onDidChangeLabel.fire(label);
          this.showLater(labels);
          if (!this.#isSaving) {
            this.#showSoon();
          }
        }
      }),
    };
  }
}
