import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import {
  isTableId,
  parseTableUri,
  tableUriParts,
  type TableAddress,
  type TableId,
} from '../core/account/tableAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { UnusableFileError } from '../core/errors/fileError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { LabelTable } from '../core/labels/table/labelTable.ts';
import { maximumTableLength, TableBase } from '../core/labels/table/tableBase.ts';
import type { TableBaseStore } from '../core/labels/table/tableBaseStore.ts';
import type { Log } from '../core/log/log.ts';
import { fileSystemErrorFrom } from '../surfaces/fileSystemError.ts';
import { noTableAddress } from './tableErrors.ts';
import { TableFile } from './tableFile.ts';

/** Dependencies of the tables. */
export interface LabelTablesOptions {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  readonly store: TableBaseStore;
  readonly log: Log;
}

/** The tables of this window: those open as documents, and the bases of those about to be opened. */
export class LabelTables implements Disposable {
  readonly #options: LabelTablesOptions;
  readonly #disposables = new DisposableStore();
  /** Tables that are open or being opened, by the URI of their document. */
  readonly #opening = new Map<string, Promise<TableFile>>();
  readonly #open = new Map<string, TableFile>();
  /** Functions that end the use of a base, by the URI of its document. */
  readonly #uses = new Map<string, Promise<() => Promise<void>>>();
  #endings: Promise<unknown> = Promise.resolve();
  /** Bases of the tables that are open or about to be opened. */
  readonly #bases = new Map<TableId, Promise<TableBase | undefined>>();
  /** Expected content of created tables that are not open yet. */
  readonly #expected = new Map<TableId, Promise<LabelTable>>();
  readonly #onDidOpen = this.#disposables.add(new vscode.EventEmitter<TableFile>());

  /** Fires when a table becomes a document of this window. */
  readonly onDidOpen = this.#onDidOpen.event;

  constructor(options: LabelTablesOptions) {
    this.#options = options;
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        // A document whose language changes is closed and reopened, but stays the same (`isClosed` is false).
        if (document.isClosed) {
          this.#closed(document.uri);
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        this.#open
          .get(uri.toString())
          ?.news.show()
          .catch((error: unknown) => {
            options.log.warn(`A saved table does not show the current labels: ${reasonOf(error)}`);
          });
      }),
    );
  }

  /** All open tables. */
  all(): readonly TableFile[] {
    return Array.from(this.#open.values());
  }

  /** Returns whether a document has unsaved changes. */
  isChanged({ uri }: vscode.TextDocument): boolean {
    return this.#open.get(uri.toString())?.isChanged === true;
  }

  /**
   * Creates a table of labels, and returns its URI. Throws `StorageError`, and `UnusableFileError` for too
   * many labels.
   */
  async create(
    account: LabelAccount,
    title: string,
    labels: readonly Label[],
  ): Promise<vscode.Uri> {
    const base = await TableBase.of(labels);
    const text = await base.text();
    if (text.length > maximumTableLength) {
      throw new UnusableFileError(
        vscode.l10n.t('There are too many labels for one table. Filter them, and try again.'),
      );
    }
    const tableId: string = randomUUID();
    if (!isTableId(tableId)) {
      throw new TypeError('A UUID is the id of a table.');
    }
    const address: TableAddress = { accountId: account.account.id, tableId };
    await this.#options.store.write(address, base);
    this.#bases.set(tableId, Promise.resolve(base));
    // Parsed while VS Code opens the text, which takes longer.
    this.#expected.set(tableId, LabelTable.of(base, text));
    return vscode.Uri.from(tableUriParts(address, account.pathName, title));
  }

  /** Deletes the bases of unused tables. A failure is only logged. */
  async trim(): Promise<void> {
    const { log, store } = this.#options;
    try {
      await store.trim();
    } catch (error) {
      log.warn(`Unused tables could not be deleted: ${reasonOf(error)}`);
    }
  }

  /** Deletes the bases of an account's tables, except those that a window uses. Throws `StorageError`. */
  async forget(account: AccountId): Promise<void> {
    // Tables that were just closed no longer count as in use.
    await this.#endings;
    await this.#options.store.forget(account);
  }

  /** Returns the base of a table; undefined if it is not stored. Throws `StorageError`. */
  async baseOf(address: TableAddress): Promise<TableBase | undefined> {
    const { tableId } = address;
    const known = this.#bases.get(tableId);
    if (known !== undefined) {
      return await known;
    }
    const reading = this.#options.store.read(address);
    this.#bases.set(tableId, reading);
    try {
      const base = await reading;
      if (base === undefined) {
        this.#bases.delete(tableId);
      }
      return base;
    } catch (error) {
      this.#bases.delete(tableId);
      throw error;
    }
  }

  /** Returns the table of a document, which stays open until the document closes. Throws `FileSystemError`. */
  async open(document: vscode.TextDocument): Promise<TableFile> {
    const key = document.uri.toString();
    const known = this.#opening.get(key);
    if (known !== undefined) {
      return await known;
    }
    const opening = this.#openNew(document);
    this.#opening.set(key, opening);
    let isOpen = false;
    try {
      const table = await opening;
      isOpen = !document.isClosed;
      return table;
    } catch (error) {
      throw fileSystemErrorFrom(error);
    } finally {
      // Another document with the same URI may be opening by now.
      if (!isOpen && this.#opening.get(key) === opening) {
        this.#opening.delete(key);
      }
    }
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const table of this.#open.values()) {
      table.dispose();
    }
  }

  async #openNew(document: vscode.TextDocument): Promise<TableFile> {
    const { accounts, clock, log, store } = this.#options;
    const address = parseTableUri(document.uri);
    if (address === undefined) {
      throw noTableAddress(document.uri);
    }
    const stored = await this.baseOf(address);
    const base = stored ?? (await TableBase.of([]));
    if (stored !== undefined) {
      await this.#use(address, document, stored);
    }
    const table = new TableFile({
      document,
      address,
      base,
      expected: this.#expected.get(address.tableId),
      isStored: stored !== undefined,
      accounts,
      clock,
      log,
      store: async () => await store.write(address, base),
    });
    this.#expected.delete(address.tableId);
    if (document.isClosed) {
      table.dispose();
    } else {
      this.#open.set(document.uri.toString(), table);
      this.#onDidOpen.fire(table);
    }
    return table;
  }

  /** Protects the base of a table from deletion while its document is open, even after this window has ended. */
  async #use(
    address: TableAddress,
    { isClosed, uri }: vscode.TextDocument,
    base: TableBase,
  ): Promise<void> {
    const { log, store } = this.#options;
    if (isClosed) {
      return;
    }
    const key = uri.toString();
    const use = store.use(address, base);
    this.#uses.set(key, use);
    try {
      await use;
    } catch (error) {
      if (this.#uses.get(key) === use) {
        this.#uses.delete(key);
      }
      log.warn(`An open table could not be marked as in use: ${reasonOf(error)}`);
    }
  }

  async #endUse(key: string): Promise<void> {
    const use = this.#uses.get(key);
    this.#uses.delete(key);
    try {
      await (
        await use
      )?.();
    } catch (error) {
      this.#options.log.warn(`A closed table is still marked as in use: ${reasonOf(error)}`);
    }
  }

  #closed(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#endings = Promise.all([this.#endings, this.#endUse(key)]);
    const address = parseTableUri(uri);
    if (address !== undefined) {
      this.#bases.delete(address.tableId);
      this.#opening.delete(key);
      this.#open.get(key)?.dispose();
      this.#open.delete(key);
    }
  }
}
