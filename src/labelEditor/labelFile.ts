import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { LabelAddress } from '../core/account/labelAddress.ts';
import type { Label, LabelRecord } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { changesBetween, type LabelDifference } from '../core/labels/document/labelDifference.ts';
import type {
  LabelDocumentVersion,
  LabelDocumentVersions,
} from '../core/labels/document/labelDocumentVersions.ts';
import { labelText } from '../core/labels/document/labelText.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import type { Log } from '../core/log/log.ts';
import { fileSystemErrorFrom, labelNotFound, notSignedIn } from './labelFileErrors.ts';

/** How far a save has come. */
export type SaveState =
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly message: string };

/** What a label file needs. */
export interface LabelFileContext {
  readonly accounts: LabelAccounts;
  readonly versions: LabelDocumentVersions;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the extension ends. */
  readonly signal: AbortSignal;
}

/**
 * A text that was saved, and the record that the service made of it: it may set fields of its own.
 * VS Code counts the one as read and is made to read the other.
 */
interface SavedText {
  readonly text: string;
  readonly recordText: string;
  readonly version: LabelDocumentVersion;
  isFinished: boolean;
}

type Use = 'stat' | 'read' | 'write';

interface SharedFetch {
  readonly label: Promise<Label>;
  readonly usedBy: Set<Use>;
  /** Undefined while under way. */
  settledAt: number | undefined;
}

// VS Code asks for the state and the content of a file one after the other; longer than between two
// such calls an answer is not fresh.
const sharedForMilliseconds = 1000;

/** One label as a file: what the service has, what VS Code knows of it, and how it is saved. */
export class LabelFile {
  readonly uri: vscode.Uri;
  readonly address: LabelAddress;
  readonly #context: LabelFileContext;
  readonly #document: string;
  readonly #onDidChangeState = new vscode.EventEmitter<void>();
  readonly #onDidChangeSaveState = new vscode.EventEmitter<SaveState>();
  #label: Label | undefined;
  /** The version that VS Code was last notified of. */
  #notified: LabelDocumentVersion | undefined;
  #isDeleted = false;
  #shared: SharedFetch | undefined;
  #saving: { readonly text: string; readonly done: Promise<void> } | undefined;
  /** What was last saved, as long as the service has nothing newer. */
  #saved: SavedText | undefined;

  /** The record, or whether there is one, may be another than before. */
  readonly onDidChangeState = this.#onDidChangeState.event;

  readonly onDidChangeSaveState = this.#onDidChangeSaveState.event;

  constructor(uri: vscode.Uri, address: LabelAddress, context: LabelFileContext) {
    this.uri = uri;
    this.address = address;
    this.#context = context;
    this.#document = uri.toString();
  }

  /** The record as it was last read from the service. */
  get record(): LabelRecord | undefined {
    return this.#label?.record;
  }

  /** Whether the service had no such label when it was last asked. */
  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  /** What saving `text` would do, by the record last read; undefined before the first one. */
  difference(text: string): LabelDifference | undefined {
    return this.record === undefined ? undefined : this.#differenceFrom(this.record, text);
  }

  /** Throws `FileSystemError`, as the other methods that ask the service. */
  async stat(): Promise<LabelDocumentVersion> {
    const label = await this.#fresh('stat');
    const text = labelText(label.record);
    if (this.#saved?.recordText !== text) {
      this.#saved = undefined;
    }
    this.#notified =
      this.#saved !== undefined && this.#holdsSaved(this.#saved)
        ? this.#saved.version
        : await this.#versionOf(label);
    return this.#notified;
  }

  async read(): Promise<string> {
    return labelText((await this.#fresh('read')).record);
  }

  /** Sends what `text` changes. The same text asked for twice at once is sent once. */
  async write(text: string): Promise<void> {
    if (this.#saving?.text === text) {
      await this.#saving.done;
      return;
    }
    await this.#saving?.done.catch(() => undefined);
    const done = this.#save(text).finally(() => (this.#saving = undefined));
    this.#saving = { text, done };
    await done;
  }

  /** VS Code has finished saving the document. Returns whether it must read the file again. */
  wasSaved(): boolean {
    if (this.#saved === undefined) {
      return false;
    }
    this.#saved.isFinished = true;
    return this.#saved.text !== this.#saved.recordText;
  }

  /** Asks the service; returns whether VS Code was last notified of another content. */
  async refresh(): Promise<'same' | 'changed' | 'deleted'> {
    try {
      const fetch = this.#fetch();
      this.#share(fetch, []);
      return await this.#compare(await fetch);
    } catch (error) {
      if (this.#isDeleted) {
        return 'deleted';
      }
      this.#context.log.debug(`A label could not be refreshed: ${String(error)}`);
      return 'same';
    }
  }

  /** Another part of this window has changed the label. */
  async changedElsewhere(label: Label): Promise<'same' | 'changed'> {
    if (this.isSaving) {
      return 'same';
    }
    await this.#remember(label);
    this.#share(Promise.resolve(label), []);
    return await this.#compare(label);
  }

  dispose(): void {
    this.#onDidChangeState.dispose();
    this.#onDidChangeSaveState.dispose();
  }

  async #compare(label: Label): Promise<'same' | 'changed'> {
    const version = await this.#versionOf(label);
    const isKnown = this.#notified === undefined || this.#notified.mtime === version.mtime;
    return isKnown ? 'same' : 'changed';
  }

  async #versionOf({ record }: Label): Promise<LabelDocumentVersion> {
    return await this.#context.versions.versionOf(this.#document, labelText(record), record);
  }

  async #save(text: string): Promise<void> {
    this.#onDidChangeSaveState.fire({ kind: 'saving' });
    try {
      const label = await this.#fresh('write');
      const updated = await this.#send(label, text);
      const version = await this.#context.versions.versionOf(this.#document, text);
      const recordText = labelText(updated.record);
      this.#saved = { text, recordText, version, isFinished: false };
      this.#share(Promise.resolve(updated), []);
      await this.#remember(updated);
      this.#onDidChangeSaveState.fire({ kind: 'saved' });
    } catch (error) {
      const failure = fileSystemErrorFrom(error);
      this.#onDidChangeSaveState.fire({ kind: 'failed', message: failure.message });
      throw failure;
    }
  }

  async #send(label: Label, text: string): Promise<Label> {
    const difference = this.#differenceFrom(label.record, text);
    switch (difference.kind) {
      case 'unchanged':
        return label;
      case 'changes':
        return await this.#repository().update(label, difference.changes, this.#context.signal);
      case 'invalid': {
        const reasons = difference.problems.map(({ field, message }) =>
          field === undefined ? message : `${field}: ${message}`,
        );
        throw vscode.FileSystemError.Unavailable(reasons.join(' '));
      }
    }
  }

  #differenceFrom(record: LabelRecord, text: string): LabelDifference {
    return changesBetween(record, text, (field, value) =>
      this.#context.versions.wasServed(this.#document, field, value),
    );
  }

  async #fresh(use: Use): Promise<Label> {
    const shared = this.#shared;
    const isShared =
      shared !== undefined &&
      (shared.settledAt === undefined ||
        (!shared.usedBy.has(use) &&
          this.#context.clock.monotonic() - shared.settledAt < sharedForMilliseconds));
    if (isShared) {
      shared.usedBy.add(use);
      return await shared.label;
    }
    const label = this.#fetch();
    this.#share(label, [use]);
    return await label;
  }

  /**
   * Lets calls that belong together share one answer, each kind of call once. That goes for failures
   * too: VS Code saves without a check for conflicts when `stat` has failed, so `write` fails as well.
   */
  #share(label: Promise<Label>, usedBy: readonly Use[]): void {
    const shared: SharedFetch = { label, usedBy: new Set(usedBy), settledAt: undefined };
    this.#shared = shared;
    const settle = (): void => {
      shared.settledAt = this.#context.clock.monotonic();
    };
    label.then(settle, settle);
  }

  async #fetch(): Promise<Label> {
    try {
      await this.#context.accounts.readStoredSessions();
      const code = this.#label?.labelCode ?? this.address.code;
      const label = await this.#repository().find(this.address.labelId, code, this.#context.signal);
      if (label === undefined) {
        this.#setDeleted(true);
        throw labelNotFound();
      }
      await this.#remember(label);
      return label;
    } catch (error) {
      throw fileSystemErrorFrom(error);
    }
  }

  async #remember(label: Label): Promise<void> {
    const isAnother =
      this.#label === undefined || labelText(this.#label.record) !== labelText(label.record);
    this.#label = label;
    await this.#versionOf(label);
    if (isAnother || this.#isDeleted) {
      this.#isDeleted = false;
      this.#onDidChangeState.fire();
    }
  }

  #setDeleted(isDeleted: boolean): void {
    if (this.#isDeleted !== isDeleted) {
      this.#isDeleted = isDeleted;
      this.#onDidChangeState.fire();
    }
  }

  #repository(): LabelRepository {
    const account = this.#context.accounts.find(this.address.accountId);
    if (account === undefined) {
      throw notSignedIn();
    }
    return account.repository;
  }

  /**
   * Whether VS Code has the saved text, and not yet the record that the service made of it: until the
   * save is finished, and for as long as the user has typed on since.
   */
  #holdsSaved({ text, recordText, isFinished }: SavedText): boolean {
    // Not by `isDirty`, which is false after a save even where the user has typed during it.
    const shown = vscode.workspace.textDocuments
      .find(({ uri }) => uri.toString() === this.#document)
      ?.getText();
    return shown !== undefined && (!isFinished || (shown !== text && shown !== recordText));
  }
}
