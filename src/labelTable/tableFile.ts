import * as vscode from 'vscode';
import { readOnlyText } from '../accounts/assertWritable.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { TableAddress } from '../core/account/tableAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import type { LabelTable } from '../core/labels/table/labelTable.ts';
import { rebaseTable } from '../core/labels/table/rebaseTable.ts';
import type { TableBase } from '../core/labels/table/tableBase.ts';
import { TableDocument } from '../core/labels/table/tableDocument.ts';
import type { Log } from '../core/log/log.ts';
import { tableBeingSaved, tableBeingSavedText, tableNotStoredText } from './tableErrors.ts';
import { PendingTableUpdates } from './tableNews.ts';

/** Dependencies of an open table. */
export interface TableFileOptions {
  readonly document: vscode.TextDocument;
  readonly address: TableAddress;
  readonly base: TableBase;
  /** The table that the text probably contains; undefined if unknown. */
  readonly expected: Promise<LabelTable> | undefined;
  /** True if the base is stored; without it, the labels that the table was opened with are unknown. */
  readonly isStored: boolean;
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  /** Stores the base. */
  readonly store: () => Promise<void>;
  readonly log: Log;
}

/** An open table of labels: the document, its rows, and its base. */
export class TableFile implements Disposable {
  readonly address: TableAddress;
  readonly document: vscode.TextDocument;
  /** Rows, which follow the document. */
  readonly table: TableDocument;
  /** Labels that the text does not show yet. */
  readonly news: PendingTableUpdates;
  readonly isStored: boolean;
  readonly #options: TableFileOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new Emitter<void>());
  readonly #onDidChangeLabel = this.#disposables.add(new Emitter<Label>());
  /** Length of the document's text before its next change. */
  #length: number;
  #eol: vscode.EndOfLine;
  #isSaving = false;
  #repository: { readonly of: LabelRepository; readonly subscription: Disposable } | undefined;

  /** Fires when `account` or `readOnly` has changed; `table` has its own event. */
  readonly onDidChange = this.#onDidChange.event;

  /** Fires with each label of the table that this window has changed. */
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
    this.news = this.#disposables.add(new PendingTableUpdates(this, options));
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

  /** Account of the labels; undefined while signed out. */
  get account(): LabelAccount | undefined {
    return this.#options.accounts.find(this.address.accountId);
  }

  get base(): TableBase {
    return this.#options.base;
  }

  /** Reason why the table cannot be changed, temporarily or permanently; undefined if it can. */
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

  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** Stores the base. Throws `StorageError`. */
  async store(): Promise<void> {
    await this.#options.store();
  }

  /** Runs `save` while the table is locked. Throws its errors, and `FileSystemError` if another save is running. */
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
      this.news.noteSaved();
    } finally {
      this.#isSaving = false;
      this.#onDidChange.fire();
      if (!isSaved) {
        // After a successful save, labels are shown once VS Code has finished it.
        this.news.showSoon();
      }
    }
  }

  /** Records the current labels of the service in the base, and compares their rows again. */
  noteRead(labels: ReadonlyMap<LabelId, Label>): void {
    for (const label of labels.values()) {
      this.base.noteRead(label);
    }
    this.table.recheck(labels.keys());
  }

  /** Returns the table of the current text, read in full. Throws `CancelledError` once the document is closed. */
  async currentTable(): Promise<LabelTable> {
    const table = await this.table.ready();
    const text = this.document.getText();
    if (table.model.textBetween(0, table.model.length) === text) {
      return table;
    }
    this.#readAnew(table.model.length);
    return await this.table.ready();
  }

  /**
   * Uses `labels`, as just read, as the new base of all cells that have their values. Returns the number of
   * labels that still have changes.
   */
  async rebase(labels: ReadonlyMap<LabelId, Label>): Promise<number> {
    const table = await this.table.ready();
    const ids = rebaseTable(table, labels.values());
    this.table.recheck(ids);
    if (labels.size > 0) {
      // The base also records that they were read, even if no cell has their values.
      await this.store();
    }
    return (await this.table.ready()).changedRows;
  }

  /** True if the text differs from the labels that it was opened or last saved with. */
  get isChanged(): boolean {
    return this.isStored && (this.table.table?.changedRows ?? 0) > 0;
  }

  dispose(): void {
    this.#repository?.subscription.dispose();
    this.#disposables.dispose();
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

  /** Reads the whole text, which has replaced a text of this `length`. */
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
          this.news.add(labels);
          if (!this.#isSaving) {
            this.news.showSoon();
          }
        }
      }),
    };
  }
}
