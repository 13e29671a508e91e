import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { AnnouncedSaves } from '../commands/announcedSaves.ts';
import { byteOrderMark, encoded } from '../commands/encodedText.ts';
import { isShown, openDocument } from '../commands/openDocuments.ts';
import { UnsavedTexts } from '../commands/unsavedTexts.ts';
import { parseTableUri, tableScheme, type TableAddress } from '../core/account/tableAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { TableBaseStore } from '../core/labels/table/tableBaseStore.ts';
import type { Log } from '../core/log/log.ts';
import { fileSystemErrorFrom } from '../surfaces/fileSystemError.ts';
import type { LabelTables } from './labelTables.ts';
import { saveTable, type SaveTableOptions } from './saveTable.ts';
import { noTableAddress, tableNotStored } from './tableErrors.ts';

/**
 * Modification time of every table. It never changes: VS Code would take a changed base, for example after a
 * partial save, for a file written by somebody else. Conflicts are resolved cell by cell instead.
 */
const modificationTime = 1;

/** Dependencies of the file system. */
export interface TableFileSystemOptions extends SaveTableOptions {
  readonly accounts: Pick<LabelAccounts, 'find'>;
  readonly tables: LabelTables;
  readonly store: TableBaseStore;
  readonly log: Log;
}

/** Tables as files: a read returns the text that a table was opened with, and a write sends its changes. */
export class TableFileSystem implements Disposable {
  readonly #options: TableFileSystemOptions;
  readonly #disposables = new DisposableStore();
  readonly #announcedSaves = this.#disposables.add(new AnnouncedSaves(tableScheme));
  readonly #unsavedTexts: UnsavedTexts;

  constructor(options: TableFileSystemOptions) {
    const { log, tables } = options;
    this.#options = options;
    this.#unsavedTexts = this.#disposables.add(
      new UnsavedTexts(tableScheme, (document) => tables.isChanged(document), log),
    );
  }

  /** Returns the state of the stored base, without a request to the service. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const address = parseTableUri(uri);
    if (address === undefined) {
      return folderStat(uri);
    }
    const size = await inFileSystem(async () => await this.#options.store.size(address));
    if (size === undefined) {
      throw tableNotStored();
    }
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: modificationTime,
      size: size + byteOrderMark.length,
      ...(this.#options.accounts.find(address.accountId)?.readOnly !== undefined
        ? { permissions: vscode.FilePermission.Readonly }
        : {}),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const address = addressOf(uri);
    const base = await inFileSystem(async () => await this.#options.tables.baseOf(address));
    if (base === undefined) {
      throw tableNotStored();
    }
    return encoded(await base.text());
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    addressOf(uri);
    this.#announcedSaves.textToSave(uri, content, isShown(uri));
    const document = openDocument(uri);
    if (document === undefined) {
      throw tableNotStored();
    }
    const file = await this.#options.tables.open(document);
    try {
      await inFileSystem(async () => {
        await file.whileSaving(async () => await saveTable(file, this.#options));
      });
    } finally {
      // Changes that were undone while they were being sent counted as saved, but are not.
      void this.#unsavedTexts.check(document);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function addressOf(uri: vscode.Uri): TableAddress {
  const address = parseTableUri(uri);
  if (address === undefined) {
    throw noTableAddress(uri);
  }
  return address;
}

function folderStat(uri: vscode.Uri): vscode.FileStat {
  // VS Code looks for the folder of a file that it is about to write.
  if (uri.path.split('/').length > 2) {
    throw noTableAddress(uri);
  }
  return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
}

async function inFileSystem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileSystemErrorFrom(error);
  }
}
