import * as vscode from 'vscode';
import type { LabelUpdates } from '../accounts/labelUpdates.ts';
import { openDocument } from '../commands/openDocuments.ts';
import type { AccountId } from '../core/account/account.ts';
import { type LabelAddress, namesLabel } from '../core/account/labelAddress.ts';
import type { Label, LabelRecord } from '../core/api/label.ts';
import {
  areSameValues,
  editableFields,
  isSameValue,
  type EditableField,
  type LabelChanges,
  type LabelValues,
} from '../core/api/labelFields.ts';
import type { ForeignChange } from '../core/labels/document/documentConflicts.ts';
import { HeldLabel } from '../core/labels/document/heldLabel.ts';
import type { LabelDifference } from '../core/labels/document/labelDifference.ts';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import type {
  LabelDocumentVersion,
  LabelDocumentVersions,
} from '../core/labels/document/labelDocumentVersions.ts';
import { labelText } from '../core/labels/document/labelText.ts';
import type { TypedChains } from '../core/labels/document/typedChains.ts';
import { unappliedFields } from '../core/labels/labelRepository.ts';
import type { Log } from '../core/log/log.ts';
import { fileSystemErrorFrom } from '../surfaces/fileSystemError.ts';
import { pageText } from '../surfaces/pageText.ts';
import { AgreedNames } from './agreedNames.ts';
import { reasonToAsk, type SendReason } from './agreeToSend.ts';
import { conflictAsking } from './conflictAsking.ts';
import {
  cannotBeSaved,
  changedMeanwhile,
  saveDeclined,
  conflictPromptDisabled,
  valuesUnapplied,
} from './labelFileErrors.ts';
import { isPlaceholder } from './placeholder.ts';
import type { FormSaveState } from './protocol.ts';
import { type ReadFailure, ServedLabel, type ServedLabelContext } from './servedLabel.ts';
import type { CheckUse } from './sharedAnswer.ts';

/** Context shared by all label files of a window. */
export interface LabelFileContext extends ServedLabelContext {
  readonly versions: LabelDocumentVersions;
  readonly typedChains: TypedChains;
  /** Asks the user whether to send changes. */
  readonly agreeToSend: (
    account: AccountId,
    label: Label,
    changes: LabelChanges,
    reason: SendReason,
  ) => Promise<boolean>;
  readonly updates: LabelUpdates;
  readonly log: Log;
}

/** State that VS Code last got from `stat`. */
interface KnownState {
  readonly version: LabelDocumentVersion;
  readonly record: LabelRecord;
  /** True if VS Code got the record only for the current save, so that the user cannot have seen it. */
  readonly isNew: boolean;
}

/** Changes to send, and the label that they apply to. */
interface Sending {
  readonly changes: LabelChanges;
  readonly label: Label;
}

/** A label as a file: the states known to VS Code and to the service, and saving. */
export class LabelFile {
  readonly uri: vscode.Uri;
  readonly address: LabelAddress;
  readonly #context: LabelFileContext;
  readonly #document: string;
  readonly #served: ServedLabel;
  readonly #held: HeldLabel;
  readonly #lastSave = new LastSave();
  readonly #onDidChangeState = new vscode.EventEmitter<void>();
  readonly #onDidChangeSaveState = new vscode.EventEmitter<FormSaveState>();
  readonly #onDidRebase = new vscode.EventEmitter<string>();
  #lastStat: KnownState | undefined;
  #saving: { readonly text: string; readonly done: Promise<void> } | undefined;
  #checks = 0;
  readonly #agreedNames: AgreedNames;

  /** Fires when the record, or its existence, may have changed. */
  readonly onDidChangeState = this.#onDidChangeState.event;

  readonly onDidChangeSaveState = this.#onDidChangeSaveState.event;

  /** Fires when the document, with this text, is now based on a record changed by somebody else. */
  readonly onDidRebase = this.#onDidRebase.event;

  constructor(uri: vscode.Uri, address: LabelAddress, context: LabelFileContext) {
    this.uri = uri;
    this.address = address;
    this.#context = context;
    this.#document = uri.toString();
    this.#agreedNames = new AgreedNames(() => context.accounts.all());
    this.#served = new ServedLabel(address, context, (label) => this.#versionOf(label));
    this.#served.onDidChange(() => this.#onDidChangeState.fire());
    this.#held = new HeldLabel(this.#document, context.versions, (text) => {
      this.#onDidRebase.fire(text);
    });
  }

  /** Record as last read from the service. */
  get record(): LabelRecord | undefined {
    return this.#served.label?.record;
  }

  /** True if the label did not exist when the service was last asked. */
  get isDeleted(): boolean {
    return this.#served.isDeleted;
  }

  /** Reason why the last read failed; undefined if it succeeded. */
  get failure(): ReadFailure | undefined {
    return this.#served.failure;
  }

  /** Time of the last read from the service, in milliseconds since the epoch. */
  get readAt(): number | undefined {
    return this.#served.readAt;
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  /** True while VS Code, about to save the file, waits for the result of `stat`. */
  get isChecked(): boolean {
    return this.#checks > 0;
  }

  /** True if the document is open and shows a placeholder. */
  get showsPlaceholder(): boolean {
    const text = openDocument(this.uri)?.getText();
    return text !== undefined && isPlaceholder(text);
  }

  /** Returns the effect of saving `text` on the record last read; undefined before the first read. */
  difference(text: string): LabelDifference | undefined {
    return this.record === undefined || isPlaceholder(text)
      ? undefined
      : this.#held.difference(this.record, text);
  }

  /** Values that the document was made from; undefined before the first read. */
  get base(): LabelValues | undefined {
    return this.record === undefined ? undefined : this.#held.base(this.record);
  }

  /** Returns the changes by somebody else since the unsaved document `text` was made. */
  foreignChanges(text: string): readonly ForeignChange[] {
    return this.record === undefined || isPlaceholder(text)
      ? []
      : this.#held.foreignChanges(this.record, text);
  }

  /** Records that the user has resolved the conflict in `field`, having seen `theirs`. */
  async recordResolution(field: EditableField, theirs: string): Promise<void> {
    if (this.record !== undefined && inputOfValue(this.record[field]) === theirs) {
      await this.#held.recordResolution(field, this.record);
      this.#onDidRebase.fire(openDocument(this.uri)?.getText() ?? '');
      this.#onDidChangeState.fire();
    }
  }

  /** Starts reading the label before VS Code asks for it; the call by VS Code shares the result or failure. */
  async readAhead(): Promise<void> {
    await this.#served.readAhead();
  }

  /** Returns the version to report to VS Code. Throws `FileSystemError`, like all methods that ask the service. */
  async stat(isDirty: boolean, isToBeSaved: boolean): Promise<LabelDocumentVersion> {
    this.#checks += isToBeSaved ? 1 : 0;
    if (isToBeSaved) {
      // In parallel with the read, so that the save does not wait for it.
      this.#context.updates.prepare();
    }
    const label = await this.#served.fresh('stat').finally(() => {
      this.#checks -= isToBeSaved ? 1 : 0;
    });
    const { record } = label;
    if (isToBeSaved) {
      this.#lastSave.recordEnd();
    }
    const state = { isDirty, isSaving: this.#lastSave.isUnderWay };
    const held = this.#held.versionFor(record, this.#shownText(), state);
    const version = held?.version ?? this.#versionOf(label);
    const before = this.#lastStat?.record;
    const isNew = isToBeSaved && before !== undefined && !areSameValues(before, record);
    this.#lastStat = { version, record, isNew };
    return held?.reported ?? version;
  }

  /** Returns the text for the document. If `isUnsaved`, VS Code or a program only compares it with the document. */
  async read(isUnsaved: boolean): Promise<string> {
    const label = await this.#served.fresh('read');
    const { record } = label;
    this.#lastSave.recordEnd();
    const text = labelText(record);
    // VS Code asks for the version first, and uses that version even if it asks for the content much later.
    const version = this.#lastStat?.version ?? this.#versionOf(label);
    this.#held.read({ version, record, text });
    if (!isUnsaved) {
      this.#held.noteShown(this.#shownText() ?? text);
    }
    return text;
  }

  /** Records that the document contains `text`, as read by VS Code. */
  noteShown(text: string): void {
    this.#held.noteShown(text);
  }

  /** Returns the result of `check`. If it throws, reports a failed save, and throws `FileSystemError`. */
  accept(check: () => string): string {
    try {
      return check();
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /**
   * Sends the changes in `text`, after asking the user if one of the reasons in `SendReason` applies.
   * `isTyped` is true if the changes were typed in this window. Concurrent calls with the same text send it
   * once.
   */
  async write(text: string, isTyped: boolean): Promise<void> {
    if (this.#saving?.text === text) {
      await this.#saving.done;
      return;
    }
    while (this.#saving !== undefined) {
      await this.#saving.done.catch(() => undefined);
    }
    const done = this.#save(text, isTyped).finally(() => (this.#saving = undefined));
    this.#saving = { text, done };
    await done;
  }

  /** Records that VS Code has finished saving the document. Returns whether it must reload the file. */
  wasSaved(): boolean {
    this.#lastSave.recordEnd();
    return this.#lastSave.mustBeRead;
  }

  /** Returns whether `text` differs from the text being saved or, if none is, from the label in the service. */
  isUnsaved(text: string): boolean {
    return this.#saving === undefined ? !this.isServed(text) : this.#saving.text !== text;
  }

  /**
   * Returns whether `text` is the label in the service, or the text last read or saved by VS Code; also true
   * while the latter is unknown.
   */
  isServed(text: string): boolean {
    return this.#isRecord(text) || isPlaceholder(text) || !this.#held.isUnsaved(text);
  }

  /** As `isServed`, but false while the text last read or saved is unknown. */
  isKnownServed(text: string): boolean {
    return this.#isRecord(text) || isPlaceholder(text) || this.#held.holds(text);
  }

  /**
   * Checks the service for changes, with a new request if the user asks for it. Returns how the label differs
   * from the content that VS Code has; `same` if the check fails.
   */
  async refresh(use: CheckUse): Promise<'same' | 'changed' | 'deleted'> {
    try {
      if (use === 'ask') {
        this.#served.repository().noteUserRetry();
      }
      return this.#compare(await this.#served.fresh(use));
    } catch (error) {
      if (this.#served.isDeleted) {
        return 'deleted';
      }
      this.#context.log.debug(`A label could not be refreshed: ${String(error)}`);
      return 'same';
    }
  }

  /** Records a change of the label in another part of this window. Returns `changed` if VS Code must reload it. */
  changedElsewhere(label: Label): 'same' | 'changed' {
    if (this.isSaving) {
      return 'same';
    }
    this.#served.remember(label);
    this.#served.offer(label);
    return this.#compare(label);
  }

  dispose(): void {
    this.#served.dispose();
    this.#onDidChangeState.dispose();
    this.#onDidChangeSaveState.dispose();
    this.#onDidRebase.dispose();
  }

  /** Returns the text of the document; undefined if it is not open, or shows a placeholder. */
  #shownText(): string | undefined {
    const text = openDocument(this.uri)?.getText();
    return text !== undefined && isPlaceholder(text) ? undefined : text;
  }

  #isRecord(text: string): boolean {
    // A read that began before a save can reach the document during or after it.
    return this.record !== undefined && labelText(this.record) === text;
  }

  #compare(label: Label): 'same' | 'changed' {
    const version = this.#versionOf(label);
    if (this.showsPlaceholder) {
      return 'changed';
    }
    const isKnown = this.#lastStat === undefined || this.#lastStat.version.mtime === version.mtime;
    return isKnown ? 'same' : 'changed';
  }

  #versionOf({ record }: Label): LabelDocumentVersion {
    return this.#context.versions.versionOf(this.#document, labelText(record), record);
  }

  async #save(text: string, isTyped: boolean): Promise<void> {
    this.#onDidChangeSaveState.fire({ kind: 'saving' });
    try {
      const { changes, label } = await this.#changesToSend(text, isTyped);
      const isToSend = Object.keys(changes).length > 0;
      const updated = isToSend ? await this.#send(label, changes) : label;
      this.#held.saved(text, changes, updated.record);
      this.#lastSave.recordWritten(text, labelText(updated.record));
      this.#served.offer(updated);
      this.#served.remember(updated);
      this.#onDidChangeSaveState.fire({ kind: 'saved' });
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /**
   * Returns the changes that `text` makes to the label last read. Reads the label again after the user's
   * confirmation, as a question can stay open for a long time.
   */
  async #changesToSend(text: string, isTyped: boolean): Promise<Sending> {
    let agreed: Sending | undefined;
    let label = await this.#served.fresh('write');
    for (;;) {
      this.#refuseUnseen(label.record, text);
      const changes = this.#changesBetween(label, text);
      const sending = { changes, label };
      const isOverwriting = !this.#held.canSave(label.record, text);
      const names = this.#namesToAgreeTo(label, isOverwriting);
      const isAgreed = isSameChange(sending, agreed);
      const reason = reasonToAsk({
        overwrites: isOverwriting && !isAgreed,
        notTyped: !isTyped && !isAgreed,
        underOtherName: names.length > 0,
      });
      if (reason === undefined || Object.keys(changes).length === 0) {
        return sending;
      }
      if (!(await this.#context.agreeToSend(this.address.accountId, label, changes, reason))) {
        throw saveDeclined();
      }
      if (reason === 'underOtherName') {
        names.forEach((name) => this.#agreedNames.add(name));
      } else {
        agreed = sending;
      }
      label = await this.#served.readFresh();
    }
  }

  /**
   * Returns the path and the titles of tabs under which the text was typed, unless they are names of the
   * label or the user has agreed to them.
   */
  #namesToAgreeTo(label: Label, isOverwriting: boolean): readonly string[] {
    const { path } = this.uri;
    const { code } = this.address;
    // An address keeps the code that the label had when it was opened, even after a reload of the window.
    const hadCode = this.#context.versions.wasServed(this.#document, 'labelCode', code);
    const codes = [label.labelCode, hadCode ? code : undefined].filter(
      (each) => typeof each === 'string',
    );
    const isNamed = namesLabel(this.uri, this.address, this.#served.account().pathName, codes);
    const titles = isOverwriting ? [] : this.#context.typedChains.titlesOf(this.#document);
    return [...(isNamed ? [] : [path]), ...titles].filter((name) => !this.#agreedNames.has(name));
  }

  #failed(error: unknown): vscode.FileSystemError {
    const failure = fileSystemErrorFrom(error);
    this.#onDidChangeSaveState.fire({ kind: 'failed', message: pageText(failure.message) });
    return failure;
  }

  #changesBetween(label: Label, text: string): LabelChanges {
    const difference = this.#held.difference(label.record, text);
    switch (difference.kind) {
      case 'unchanged':
        return {};
      case 'changes':
        return difference.changes;
      case 'invalid':
        throw cannotBeSaved(difference.problems);
    }
  }

  async #send(label: Label, changes: LabelChanges): Promise<Label> {
    const { signal, updates, versions } = this.#context;
    const account = this.#served.account();
    // Recorded before the request: if no response arrives, the service may still have stored these values.
    await versions.recordSave(this.#document, { ...label.record, ...changes }, changes);
    const updated = await updates.update(account, label, changes, signal);
    const unapplied = unappliedFields(label, changes, updated);
    if (unapplied.length > 0) {
      await versions.recordSave(this.#document, updated.record, changes);
      this.#served.offer(updated);
      this.#served.remember(updated);
      throw valuesUnapplied(updated, unapplied);
    }
    return updated;
  }

  /** Throws `FileSystemError` if saving `text` would overwrite changes that the user has not seen or confirmed. */
  #refuseUnseen(record: LabelRecord, text: string): void {
    const asking = conflictAsking(this.uri);
    if (!asking.isOn && !this.#held.canSave(record, text)) {
      throw conflictPromptDisabled(asking.place);
    }
    const isSeen =
      this.#lastStat === undefined
        ? !this.#held.isKnown
        : !this.#lastStat.isNew && areSameValues(this.#lastStat.record, record);
    if (!isSeen && !this.#held.canSave(record, text)) {
      throw changedMeanwhile();
    }
  }
}

/** Returns whether each change has the same old and new value as in `agreed`; true without changes. */
function isSameChange({ changes, label }: Sending, agreed: Sending | undefined): boolean {
  return editableFields.every(
    (field) =>
      changes[field] === undefined ||
      (agreed !== undefined &&
        isSameValue(changes[field], agreed.changes[field]) &&
        isSameValue(label.record[field], agreed.label.record[field])),
  );
}

/**
 * Last save of a document: the text that was written, which VS Code takes for the content of the file, and
 * the text to load, as the service may set fields itself.
 */
class LastSave {
  #written: { readonly text: string; readonly recordText: string } | undefined;
  #isUnderWay = false;

  /** True from the write until VS Code has finished the save, and thus got the new version. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** True if the service has stored a text that differs from the written one. */
  get mustBeRead(): boolean {
    return this.#written !== undefined && this.#written.text !== this.#written.recordText;
  }

  /** Records that `text` was written, and that the service now has `recordText`. */
  recordWritten(text: string, recordText: string): void {
    this.#written = { text, recordText };
    this.#isUnderWay = true;
  }

  /**
   * Records that the save has ended: VS Code has reported it or, after a failure, has started the next save
   * or a read.
   */
  recordEnd(): void {
    this.#isUnderWay = false;
  }
}
