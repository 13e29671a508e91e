import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { LabelAddress } from '../core/account/labelAddress.ts';
import type { Label, LabelRecord } from '../core/api/label.ts';
import { areSameValues, type LabelChanges } from '../core/api/labelFields.ts';
import { changesBetween, type LabelDifference } from '../core/labels/document/labelDifference.ts';
import type {
  LabelDocumentVersion,
  LabelDocumentVersions,
} from '../core/labels/document/labelDocumentVersions.ts';
import { labelText } from '../core/labels/document/labelText.ts';
import { keptFields, type LabelRepository } from '../core/labels/labelRepository.ts';
import type { Log } from '../core/log/log.ts';
import {
  changedMeanwhile,
  fileSystemErrorFrom,
  labelNotFound,
  notSignedIn,
  valuesKept,
} from './labelFileErrors.ts';
import { LabelFinder, type LabelSearchContext } from './labelFinder.ts';
import { SharedAnswer, type AnswerUse } from './sharedAnswer.ts';

/** How far a save has come. */
export type SaveState =
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly message: string };

/** What a label file needs. */
export interface LabelFileContext extends LabelSearchContext {
  readonly accounts: LabelAccounts;
  readonly versions: LabelDocumentVersions;
  readonly log: Log;
}

/**
 * A text that was saved, and the record that the service made of it: it may set fields of its own.
 * VS Code counts the one as read and is made to read the other.
 */
interface SavedText {
  readonly text: string;
  readonly recordText: string;
  isFinished: boolean;
}

/** What VS Code was last told of the label when it asked. */
interface Told {
  readonly version: LabelDocumentVersion;
  readonly record: LabelRecord;
}

/** One label as a file: what the service has, what VS Code knows of it, and how it is saved. */
export class LabelFile {
  readonly uri: vscode.Uri;
  readonly address: LabelAddress;
  readonly #context: LabelFileContext;
  readonly #document: string;
  readonly #answer: SharedAnswer<Label>;
  readonly #finder: LabelFinder;
  readonly #onDidChangeState = new vscode.EventEmitter<void>();
  readonly #onDidChangeSaveState = new vscode.EventEmitter<SaveState>();
  #label: Label | undefined;
  #told: Told | undefined;
  #isDeleted = false;
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
    this.#answer = new SharedAnswer(context.clock);
    this.#finder = new LabelFinder(address, context);
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
    const { record } = label;
    const version = this.#heldVersion(record) ?? (await this.#versionOf(label));
    this.#told = { version, record };
    return version;
  }

  async read(): Promise<string> {
    const label = await this.#fresh('read');
    const { record } = label;
    const text = labelText(record);
    // VS Code asks for the version first, and goes by that.
    const version =
      this.#told?.record === record ? this.#told.version : await this.#versionOf(label);
    await this.#context.versions.hold(this.#document, version, text, record);
    return text;
  }

  /** Returns what `check` returns; where that throws, the save has failed. */
  accept(check: () => string): string {
    try {
      return check();
    } catch (error) {
      throw this.#failed(error);
    }
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
      return await this.#compare(await this.#fresh('refresh'));
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
    this.#answer.offer(Promise.resolve(label));
    return await this.#compare(label);
  }

  dispose(): void {
    this.#onDidChangeState.dispose();
    this.#onDidChangeSaveState.dispose();
  }

  async #compare(label: Label): Promise<'same' | 'changed'> {
    const version = await this.#versionOf(label);
    const isKnown = this.#told === undefined || this.#told.version.mtime === version.mtime;
    return isKnown ? 'same' : 'changed';
  }

  async #versionOf({ record }: Label): Promise<LabelDocumentVersion> {
    return await this.#context.versions.versionOf(this.#document, labelText(record), record);
  }

  async #save(text: string): Promise<void> {
    this.#onDidChangeSaveState.fire({ kind: 'saving' });
    try {
      const { versions } = this.#context;
      const label = await this.#fresh('write');
      this.#refuseUnseen(label.record);
      const updated = await this.#send(label, text);
      const version = await versions.versionOf(this.#document, text);
      await versions.hold(this.#document, version, text, updated.record);
      this.#saved = { text, recordText: labelText(updated.record), isFinished: false };
      this.#answer.offer(Promise.resolve(updated));
      await this.#remember(updated);
      this.#onDidChangeSaveState.fire({ kind: 'saved' });
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #failed(error: unknown): vscode.FileSystemError {
    const failure = fileSystemErrorFrom(error);
    this.#onDidChangeSaveState.fire({ kind: 'failed', message: failure.message });
    return failure;
  }

  async #send(label: Label, text: string): Promise<Label> {
    const difference = this.#differenceFrom(label.record, text);
    switch (difference.kind) {
      case 'unchanged':
        return label;
      case 'changes':
        return await this.#update(label, difference.changes);
      case 'invalid': {
        const reasons = difference.problems.map(({ field, message }) =>
          field === undefined ? message : `${field}: ${message}`,
        );
        throw vscode.FileSystemError.Unavailable(reasons.join(' '));
      }
    }
  }

  async #update(label: Label, changes: LabelChanges): Promise<Label> {
    const { signal, versions } = this.#context;
    const repository = this.#repository();
    // Before it is sent: what the service has when no answer comes may be this.
    await versions.expect(this.#document, { ...label.record, ...changes });
    const updated = await repository.update(label, changes, signal);
    const kept = keptFields(label, changes, updated);
    if (kept.length > 0) {
      await versions.expect(this.#document, updated.record);
      this.#answer.offer(Promise.resolve(updated));
      await this.#remember(updated);
      throw valuesKept(updated, kept);
    }
    return updated;
  }

  /** Throws `FileSystemError` if a save would overwrite what VS Code was not told of. */
  #refuseUnseen(record: LabelRecord): void {
    const { versions } = this.#context;
    const isSeen =
      this.#told === undefined
        ? versions.heldVersion(this.#document) === undefined
        : areSameValues(this.#told.record, record);
    if (!isSeen && !versions.isHeldRecord(this.#document, record)) {
      throw changedMeanwhile();
    }
  }

  #differenceFrom(record: LabelRecord, text: string): LabelDifference {
    return changesBetween(record, text, (field, value) =>
      this.#context.versions.wasServed(this.#document, field, value),
    );
  }

  async #fresh(use: AnswerUse): Promise<Label> {
    return await this.#answer.take(use, async () => await this.#fetch());
  }

  async #fetch(): Promise<Label> {
    try {
      await this.#context.accounts.readStoredSessions();
      const label = await this.#finder.find(this.#repository(), this.#label);
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
   * The version that VS Code holds, if `record` is no other for it: until a save is finished, and for as
   * long as there is text that is not saved. Otherwise VS Code is to read what the service has.
   */
  #heldVersion(record: LabelRecord): LabelDocumentVersion | undefined {
    const { versions } = this.#context;
    // Not by `isDirty`, which is false after a save even where the user has typed during it.
    const shown = vscode.workspace.textDocuments
      .find(({ uri }) => uri.toString() === this.#document)
      ?.getText();
    const isSaving = this.#saved?.isFinished === false;
    const isUnsaved = shown !== undefined && !versions.isHeldText(this.#document, shown);
    // Who wants exactly what the service has overwrites nothing.
    const isHeld =
      shown === labelText(record) ||
      ((isSaving || isUnsaved) && versions.isHeldRecord(this.#document, record));
    return isHeld ? versions.heldVersion(this.#document) : undefined;
  }
}
