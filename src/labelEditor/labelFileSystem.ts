import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import { labelFileEnding, labelScheme, parseLabelUri } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import { AnnouncedSaves } from './announcedSaves.ts';
import { LabelFile, type LabelFileContext } from './labelFile.ts';
import { noLabelAddress } from './labelFileErrors.ts';
import { hasDirtyTab, openDocument } from './openDocuments.ts';
import type { LookingUse } from './sharedAnswer.ts';
import { UnsavedTexts } from './unsavedTexts.ts';

/**
 * Labels as files, which core/account/labelAddress.ts gives their addresses. Every reading asks the service;
 * a save sends what has changed. Nothing can be created, renamed or deleted.
 */
export class LabelFileSystem implements Disposable {
  readonly #context: LabelFileContext;
  readonly #announce: (changes: vscode.FileChangeEvent[]) => void;
  readonly #files = new Map<string, LabelFile>();
  readonly #disposables = new DisposableStore();
  readonly #announcedSaves = this.#disposables.add(new AnnouncedSaves());
  readonly #unsavedTexts: UnsavedTexts;
  readonly #repositories = new Map<AccountId, { of: LabelRepository; subscription: Disposable }>();
  readonly #signedIn = new Set<AccountId>();
  readonly #onDidOpenFile = new vscode.EventEmitter<LabelFile>();

  /** A label became a file of this window. */
  readonly onDidOpenFile = this.#onDidOpenFile.event;

  /** `announce` notifies VS Code that files have changed. */
  constructor(context: LabelFileContext, announce: (changes: vscode.FileChangeEvent[]) => void) {
    this.#context = context;
    this.#announce = announce;
    this.#unsavedTexts = this.#disposables.add(
      new UnsavedTexts((document) => this.#mustBeUnsaved(document), context.log),
    );
    this.#followAccounts();
    this.#disposables.add(this.#onDidOpenFile);
    this.#disposables.add(context.accounts.onDidChange(() => this.#followAccounts()));
    this.#disposables.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          void this.#refreshOpen(() => true);
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#files.get(document.uri.toString())?.shows(document.getText());
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument((document) => {
        void this.#saved(document);
      }),
    );
  }

  /** The label that is the file `uri`; undefined if that is not the address of a label. */
  file(uri: vscode.Uri): LabelFile | undefined {
    const key = uri.toString();
    const known = this.#files.get(key);
    const address = parseLabelUri(uri);
    if (known !== undefined || address === undefined) {
      return known;
    }
    const file = new LabelFile(uri, address, this.#context);
    this.#files.set(key, file);
    this.#onDidOpenFile.fire(file);
    return file;
  }

  /** Has VS Code read the label `uri` again if the service has something new. */
  async refresh(uri: vscode.Uri, use: LookingUse = 'refresh'): Promise<void> {
    await this.#refreshOpen((file) => file.uri.toString() === uri.toString(), use);
  }

  /** Begins to ask the service for the label that VS Code will ask for in a moment. */
  async readAhead(uri: vscode.Uri): Promise<void> {
    await this.file(uri)?.readAhead();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const file = this.file(uri);
    if (file === undefined) {
      return folderStat(uri);
    }
    const isToBeSaved = this.#announcedSaves.has(uri);
    // A person can save also what is saved: as where nothing is changed, nothing can be overwritten.
    const isDirty = isToBeSaved || hasDirtyTab(uri);
    const { mtime, size } = await file.stat(isDirty, isToBeSaved);
    return { type: vscode.FileType.File, ctime: 0, mtime, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(await this.#existing(uri).read());
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const file = this.#existing(uri);
    const text = file.accept(() => this.#announcedSaves.textToSave(uri, content));
    const written = file.write(text);
    // What was taken back after VS Code had the version counted as saved before this began.
    const document = openDocument(uri);
    if (document !== undefined) {
      void this.#unsavedTexts.check(document);
    }
    await written;
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const { subscription } of this.#repositories.values()) {
      subscription.dispose();
    }
    for (const file of this.#files.values()) {
      file.dispose();
    }
  }

  #mustBeUnsaved(document: vscode.TextDocument): boolean {
    const file = this.file(document.uri);
    return file !== undefined && (this.#willBeWritten(file) || file.isUnsaved(document.getText()));
  }

  /** Whether VS Code only waits for the version of `file` to write what has been taken back. */
  #willBeWritten({ isChecked, uri }: LabelFile): boolean {
    return isChecked && this.#announcedSaves.isTakenBack(uri);
  }

  async #saved(document: vscode.TextDocument): Promise<void> {
    const { uri } = document;
    const file = this.#files.get(uri.toString());
    if (file === undefined) {
      return;
    }
    const mustBeRead = file.wasSaved();
    // First: what counts as saved is replaced by what is read.
    await this.#unsavedTexts.check(document);
    if (mustBeRead) {
      this.#announce([{ type: vscode.FileChangeType.Changed, uri }]);
    }
  }

  #existing(uri: vscode.Uri): LabelFile {
    const file = this.file(uri);
    if (file === undefined) {
      throw noLabelAddress(uri);
    }
    return file;
  }

  #followAccounts(): void {
    const accounts = this.#context.accounts.all();
    for (const { account, repository, state } of accounts) {
      const known = this.#repositories.get(account.id);
      if (known?.of !== repository) {
        known?.subscription.dispose();
        const subscription = repository.onDidChangeLabel((label) => {
          this.#labelChanged(account.id, label);
        });
        this.#repositories.set(account.id, { of: repository, subscription });
      }
      if (state === 'signedIn' && !this.#signedIn.has(account.id)) {
        this.#signedIn.add(account.id);
        void this.#refreshOpen((file) => file.address.accountId === account.id);
      }
    }
    for (const id of this.#signedIn) {
      if (accounts.every(({ account, state }) => account.id !== id || state !== 'signedIn')) {
        this.#signedIn.delete(id);
      }
    }
  }

  #labelChanged(accountId: AccountId, label: Label): void {
    for (const file of this.#openFiles()) {
      const isSame = file.address.accountId === accountId && file.address.labelId === label.id;
      if (isSame && file.changedElsewhere(label) === 'changed') {
        this.#announce([{ type: vscode.FileChangeType.Changed, uri: file.uri }]);
      }
    }
  }

  async #refreshOpen(
    isMeant: (file: LabelFile) => boolean,
    use: LookingUse = 'refresh',
  ): Promise<void> {
    const files = this.#openFiles().filter((file) => isMeant(file) && !file.isSaving);
    await Promise.all(
      files.map(async (file) => {
        const wasDeleted = file.isDeleted;
        const outcome = await file.refresh(use);
        if (outcome === 'deleted') {
          this.#announce([{ type: vscode.FileChangeType.Deleted, uri: file.uri }]);
        } else if (outcome === 'changed' || (wasDeleted && !file.isDeleted)) {
          const type = wasDeleted ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed;
          this.#announce([{ type, uri: file.uri }]);
        }
      }),
    );
  }

  #openFiles(): LabelFile[] {
    return vscode.workspace.textDocuments.flatMap(({ uri }) => {
      const file = uri.scheme === labelScheme ? this.file(uri) : undefined;
      return file === undefined ? [] : [file];
    });
  }
}

function folderStat(uri: vscode.Uri): vscode.FileStat {
  // VS Code looks for the folder of a file that it is about to write.
  if (uri.path.split('/').length > 3 || uri.path.endsWith(labelFileEnding)) {
    throw noLabelAddress(uri);
  }
  return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
}
