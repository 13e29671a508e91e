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
import { TableNews } from './tableNews.ts';

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

/** One table of labels as a document that is open: its rows, and what is known of its labels. */
export class TableFile implements Disposable {
  readonly address: TableAddress;
  readonly document: vscode.TextDocument;
  /** Its rows, which follow the document. */
  readonly table: TableDocument;
  /** Labels that its text is to show. */
  readonly news: TableNews;
  readonly isStored: boolean;
  readonly #options: TableFileOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new Emitter<void>());
  readonly #onDidChangeLabel = this.#disposables.add(new Emitter<Label>());
  /** Length of the document's text, which its changes are counted from. */
  #length: number;
  #eol: vscode.EndOfLine;
  #isSaving = false;
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
    this.news = this.#disposables.add(new TableNews(this, options));
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

  get isSaving(): boolean {
    return this.#isSaving;
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
      this.news.noteSaved();
    } finally {
      this.#isSaving = false;
      this.#onDidChange.fire();
      if (!isSaved) {
        // Otherwise when VS Code has finished the save.
        this.news.showSoon();
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
          this.news.add(labels);
          if (!this.#isSaving) {
            this.news.showSoon();
          }
        }
      }),
    };
  }
}
