import * as vscode from 'vscode';
import { assertWritable } from '../accounts/assertWritable.ts';
import { isWorking } from '../accounts/labelAccounts.ts';
import { AnnouncedSaves } from '../commands/announcedSaves.ts';
import { byteOrderMark, encoded } from '../commands/encodedText.ts';
import {
  hasDirtyTab,
  isInVisibleTab,
  mayBeFileLoad,
  isShown,
  openDocument,
} from '../commands/openDocuments.ts';
import { UnsavedTexts } from '../commands/unsavedTexts.ts';
import { onDidRegainFocus } from '../commands/windowFocus.ts';
import type { AccountId } from '../core/account/account.ts';
import { isLabelPath, labelScheme, parseLabelUri } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { RepeatedAttempts } from '../core/async/repeatedAttempts.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import { KeptFiles } from './keptFiles.ts';
import { LabelFile, type LabelFileContext } from './labelFile.ts';
import { noLabelAddress } from './labelFileErrors.ts';
import { placeholderText } from './placeholder.ts';
import type { CheckUse } from './sharedAnswer.ts';
import { TypedTexts } from './typedTexts.ts';

/** Delays before labels that could not be read are read again, in milliseconds. */
const firstRereadingDelay = 5000;
const longestRereadingDelay = 60_000;

/**
 * Labels as files; core/account/labelAddress.ts defines their addresses. Every read asks the service; a save
 * sends the changes. Files cannot be created, renamed or deleted.
 */
export class LabelFileSystem implements Disposable {
  readonly #context: LabelFileContext;
  readonly #announce: (changes: vscode.FileChangeEvent[]) => void;
  readonly #hasForm: (uri: vscode.Uri) => boolean;
  readonly #files: KeptFiles<LabelFile>;
  readonly #disposables = new DisposableStore();
  readonly #announcedSaves = this.#disposables.add(new AnnouncedSaves(labelScheme));
  readonly #unsavedTexts: UnsavedTexts;
  readonly #rereading: RepeatedAttempts;
  /** Texts that the user has typed, for each document. */
  readonly typedTexts: TypedTexts;
  readonly #repositories = new Map<AccountId, { of: LabelRepository; subscription: Disposable }>();
  readonly #working = new Set<AccountId>();
  /** Accounts whose labels are read-only. */
  readonly #readOnly = new Set<AccountId>();
  readonly #onDidOpenFile = new vscode.EventEmitter<LabelFile>();

  /** Fires when a label becomes a file of this window. */
  readonly onDidOpenFile = this.#onDidOpenFile.event;

  /** `announce` notifies VS Code of changed files; `hasForm` returns whether a label has a form. */
  constructor(
    context: LabelFileContext,
    announce: (changes: vscode.FileChangeEvent[]) => void,
    hasForm: (uri: vscode.Uri) => boolean,
  ) {
    this.#context = context;
    this.#announce = announce;
    this.#hasForm = hasForm;
    this.#files = this.#disposables.add(
      new KeptFiles((address) => {
        const uri = vscode.Uri.parse(address, true);
        return openDocument(uri) !== undefined || isShown(uri) || hasForm(uri);
      }),
    );
    this.#unsavedTexts = this.#disposables.add(
      new UnsavedTexts(labelScheme, (document) => this.#mustBeUnsaved(document), context.log),
    );
    this.#rereading = this.#disposables.add(
      new RepeatedAttempts({
        attempt: async () => await this.#retryReads(),
        onError: (error) => context.log.error(`Labels could not be read again: ${reasonOf(error)}`),
        firstDelay: firstRereadingDelay,
        longestDelay: longestRereadingDelay,
        clock: context.clock,
      }),
    );
    this.#followAccounts();
    this.#disposables.add(this.#onDidOpenFile);
    this.#disposables.add(context.accounts.onDidChange(() => this.#followAccounts()));
    this.#disposables.add(
      onDidRegainFocus(vscode.window, () => {
        // Hidden documents are read again when they are shown.
        void this.#refreshOpen(({ uri }) => isInVisibleTab(uri));
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument((event) => {
        const { document, reason } = event;
        const file = this.#files.get(document.uri.toString());
        if (mayBeFileLoad(event)) {
          file?.noteShown(document.getText());
        }
        if (reason === vscode.TextDocumentChangeReason.Undo && file?.showsPlaceholder === true) {
          // The placeholder is not a state of the label: undo must not go back to it.
          void vscode.commands.executeCommand('redo');
        }
      }),
    );
    // Registered after the listener above, so that text that VS Code has just loaded counts as served.
    this.typedTexts = this.#disposables.add(
      new TypedTexts(
        context.typedChains,
        (uri, text) => this.#files.get(uri.toString())?.isKnownServed(text) === true,
      ),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument((document) => {
        void this.#saved(document);
      }),
    );
  }

  /** Returns the file `uri`, creating it if needed; undefined if `uri` is not the address of a label. */
  file(uri: vscode.Uri): LabelFile | undefined {
    const key = uri.toString();
    const known = this.#files.get(key);
    const address = parseLabelUri(uri);
    if (known !== undefined || address === undefined) {
      return known;
    }
    const file = new LabelFile(uri, address, this.#context);
    this.#files.add(key, file);
    file.onDidRebase((text) => this.typedTexts.recordRebase(uri, text));
    this.#onDidOpenFile.fire(file);
    return file;
  }

  /** Makes VS Code reload the label `uri` if the service has a newer one. */
  async refresh(uri: vscode.Uri, use: CheckUse = 'refresh'): Promise<void> {
    await this.#refreshOpen((file) => file.uri.toString() === uri.toString(), use);
  }

  /** Starts reading a label that VS Code will soon ask for. */
  async readAhead(uri: vscode.Uri): Promise<void> {
    await this.file(uri)?.readAhead();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const file = this.file(uri);
    if (file === undefined) {
      return folderStat(uri);
    }
    const isToBeSaved = this.#announcedSaves.has(uri);
    // A clean document can be saved, too. It counts as dirty meanwhile, so that VS Code sees no conflict:
    // without changes, nothing can be overwritten.
    const isDirty = isToBeSaved || hasDirtyTab(uri);
    try {
      const { mtime, size } = await file.stat(isDirty, isToBeSaved);
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime,
        size: size + byteOrderMark.length,
        ...(this.#readOnly.has(file.address.accountId)
          ? { permissions: vscode.FilePermission.Readonly }
          : {}),
      };
    } catch (error) {
      // Older than every label, so that VS Code loads the label once it can be read.
      const { byteLength: size } = encoded(this.#placeholderFor(file, isToBeSaved, error));
      const permissions = vscode.FilePermission.Readonly;
      return { type: vscode.FileType.File, ctime: 0, mtime: 0, size, permissions };
    }
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const file = this.#existing(uri);
    try {
      return encoded(await file.read(isUnsaved(uri)));
    } catch (error) {
      const text = this.#placeholderFor(file, false, error);
      this.#rereading.begin();
      return encoded(text);
    }
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const file = this.#existing(uri);
    const text = file.accept(() => {
      const account = this.#context.accounts.find(file.address.accountId);
      if (account !== undefined) {
        assertWritable(account);
      }
      const isInEditor = this.#hasForm(uri) || isShown(uri);
      return this.#announcedSaves.textToSave(uri, content, isInEditor);
    });
    const written = file.write(text, this.typedTexts.isTyped(uri, text));
    // If edits were undone after VS Code got the version, the document counts as saved although its text
    // differs from the one being written.
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
  }

  /**
   * Returns a placeholder for a label about to be shown that cannot be read because of `error`. Throws
   * `error` for requests by a program, for saves, and for labels that are already shown or no longer exist.
   */
  #placeholderFor(file: LabelFile, isToBeSaved: boolean, error: unknown): string {
    const { showsPlaceholder, uri } = file;
    const isNew = openDocument(uri) === undefined || showsPlaceholder;
    const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    if (isToBeSaved || isGone || !isNew || !isShown(uri) || !(error instanceof Error)) {
      throw error;
    }
    return placeholderText(error.message);
  }

  /** Retries failed reads of visible documents; returns whether some still fail. */
  async #retryReads(): Promise<boolean> {
    await this.#refreshOpen((file) => file.showsPlaceholder && isInVisibleTab(file.uri));
    return this.#openFiles().some((file) => file.showsPlaceholder);
  }

  #mustBeUnsaved(document: vscode.TextDocument): boolean {
    const file = this.file(document.uri);
    return file !== undefined && (this.#willBeWritten(file) || file.isUnsaved(document.getText()));
  }

  /**
   * Returns whether VS Code is waiting for the version of `file` before it writes text that was discarded
   * meanwhile.
   */
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
    // Checked first: a document that counts as saved would be overwritten by the reload.
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
    for (const signedIn of accounts) {
      const { account, repository } = signedIn;
      const known = this.#repositories.get(account.id);
      if (known?.of !== repository) {
        known?.subscription.dispose();
        const subscription = repository.onDidChangeLabel((label) => {
          this.#labelChanged(account.id, label);
        });
        this.#repositories.set(account.id, { of: repository, subscription });
      }
      if (isWorking(signedIn) && !this.#working.has(account.id)) {
        this.#working.add(account.id);
        void this.#refreshOpen((file) => file.address.accountId === account.id, 'recover');
      }
    }
    this.#followReadOnly();
    for (const id of this.#working) {
      if (accounts.every((each) => each.account.id !== id || !isWorking(each))) {
        this.#working.delete(id);
      }
    }
  }

  #followReadOnly(): void {
    for (const { account, readOnly } of this.#context.accounts.all()) {
      if ((readOnly !== undefined) !== this.#readOnly.has(account.id)) {
        if (readOnly !== undefined) {
          this.#readOnly.add(account.id);
        } else {
          this.#readOnly.delete(account.id);
        }
        // VS Code then asks again whether the file is writable.
        const files = this.#openFiles().filter(({ address }) => address.accountId === account.id);
        this.#announce(files.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
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
    accepts: (file: LabelFile) => boolean,
    use: CheckUse = 'refresh',
  ): Promise<void> {
    const files = this.#openFiles().filter((file) => accepts(file) && !file.isSaving);
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

/** Returns whether a document is unsaved. A restored document has a tab before it is open. */
function isUnsaved(uri: vscode.Uri): boolean {
  return openDocument(uri)?.isDirty === true || hasDirtyTab(uri);
}

function folderStat(uri: vscode.Uri): vscode.FileStat {
  // VS Code looks for the folder of a file that it is about to write.
  if (uri.path.split('/').length > 3 || isLabelPath(uri.path)) {
    throw noLabelAddress(uri);
  }
  return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
}
