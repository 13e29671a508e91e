import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { DocumentLanguage } from '../commands/documentLanguage.ts';
import type { AccountId } from '../core/account/account.ts';
import { tableScheme } from '../core/account/tableAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { TableBaseStore } from '../core/labels/table/tableBaseStore.ts';
import type { Log } from '../core/log/log.ts';
import { labelTableLanguageId } from '../ids.ts';
import { LabelTables } from './labelTables.ts';
import type { SaveTableOptions } from './saveTable.ts';
import { TableDiagnostics } from './tableDiagnostics.ts';
import { TableFileSystem } from './tableFileSystem.ts';

/** Dependencies of tables. */
export interface LabelTableOptions extends SaveTableOptions {
  readonly accounts: LabelAccounts;
  /** Folder of the bases of tables: the labels that they were opened with. */
  readonly folder: string;
  readonly log: Log;
}

/** Parts that provide tables of labels as documents. */
export class LabelTableParts implements Disposable {
  readonly tables: LabelTables;
  readonly files: TableFileSystem;
  readonly #options: LabelTableOptions;
  readonly #announce: (changes: vscode.FileChangeEvent[]) => void;
  readonly #disposables = new DisposableStore();
  /** Accounts whose labels are read-only. */
  #readOnly: ReadonlySet<AccountId>;

  /** `announce` notifies VS Code of changed files. */
  constructor(options: LabelTableOptions, announce: (changes: vscode.FileChangeEvent[]) => void) {
    this.#options = options;
    this.#announce = announce;
    const { accounts, clock, folder, log } = options;
    const store = new TableBaseStore(folder, clock);
    this.tables = this.#disposables.add(new LabelTables({ accounts, clock, store, log }));
    this.files = this.#disposables.add(
      new TableFileSystem({ ...options, tables: this.tables, store }),
    );
    this.#disposables.add(new TableDiagnostics(this.tables));
    this.#disposables.add(
      new DocumentLanguage({ scheme: tableScheme, language: labelTableLanguageId, log }),
    );
    this.#readOnly = this.#readOnlyAccounts();
    this.#disposables.add(accounts.onDidChange(() => this.#followReadOnly()));
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
    );
    vscode.workspace.textDocuments.forEach((document) => this.#opened(document));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #opened(document: vscode.TextDocument): void {
    if (document.uri.scheme === tableScheme) {
      this.tables.open(document).catch((error: unknown) => {
        this.#options.log.warn(`A table could not be followed: ${reasonOf(error)}`);
      });
    }
  }

  #readOnlyAccounts(): ReadonlySet<AccountId> {
    const readOnly = this.#options.accounts.all().filter((account) => account.readOnly);
    return new Set(readOnly.map(({ account }) => account.id));
  }

  #followReadOnly(): void {
    const before = this.#readOnly;
    const now = this.#readOnlyAccounts();
    this.#readOnly = now;
    const files = this.tables
      .all()
      .filter(({ address: { accountId } }) => before.has(accountId) !== now.has(accountId));
    // VS Code then asks again whether the files are writable.
    this.#announce(files.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }
}
