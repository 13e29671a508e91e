import * as vscode from 'vscode';
import type { LabelAddress } from '../core/account/labelAddress.ts';
import type { Label, LabelRecord } from '../core/api/label.ts';
import {
  areSameValues,
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
import { keptFields } from '../core/labels/labelRepository.ts';
import type { Log } from '../core/log/log.ts';
import {
  cannotBeSaved,
  changedMeanwhile,
  fileSystemErrorFrom,
  valuesKept,
} from './labelFileErrors.ts';
import { LastSave } from './lastSave.ts';
import { openDocument } from './openDocuments.ts';
import type { FormSaveState } from './protocol.ts';
import { ServedLabel, type ServedLabelContext } from './servedLabel.ts';
import type { LookingUse } from './sharedAnswer.ts';

/** What all label files of a window share. */
export interface LabelFileContext extends ServedLabelContext {
  readonly versions: LabelDocumentVersions;
  readonly log: Log;
}

/** What VS Code has last got from `stat`. */
interface KnownState {
  readonly version: LabelDocumentVersion;
  readonly record: LabelRecord;
  /** Only the save that is under way has received it: the user cannot have seen it. */
  readonly isNew: boolean;
}

/** One label as a file: what VS Code knows of what the service has, and how it is saved. */
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
  #lastStat: KnownState | undefined;
  #saving: { readonly text: string; readonly done: Promise<void> } | undefined;
  #checks = 0;

  /** The record, or whether there is one, may be another than before. */
  readonly onDidChangeState = this.#onDidChangeState.event;

  readonly onDidChangeSaveState = this.#onDidChangeSaveState.event;

  constructor(uri: vscode.Uri, address: LabelAddress, context: LabelFileContext) {
    this.uri = uri;
    this.address = address;
    this.#context = context;
    this.#document = uri.toString();
    this.#served = new ServedLabel(address, context, (label) => this.#versionOf(label));
    this.#served.onDidChange(() => this.#onDidChangeState.fire());
    this.#held = new HeldLabel(this.#document, context.versions);
  }

  /** The record as it was last read from the service. */
  get record(): LabelRecord | undefined {
    return this.#served.label?.record;
  }

  /** Whether the service had no such label when it was last asked. */
  get isDeleted(): boolean {
    return this.#served.isDeleted;
  }

  /** When the label was last read from the service, in milliseconds since the epoch. */
  get readAt(): number | undefined {
    return this.#served.readAt;
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  /** VS Code is about to save it, and waits for its version. */
  get isChecked(): boolean {
    return this.#checks > 0;
  }

  /** What saving `text` would do, by the record last read; undefined before the first one. */
  difference(text: string): LabelDifference | undefined {
    return this.record === undefined ? undefined : this.#held.difference(this.record, text);
  }

  /** The values that the document was made from; undefined before the first record was read. */
  get base(): LabelValues | undefined {
    return this.record === undefined ? undefined : this.#held.base(this.record);
  }

  /** What somebody else has changed since the document `text`, which is not saved, was made. */
  foreignChanges(text: string): readonly ForeignChange[] {
    return this.record === undefined ? [] : this.#held.foreignChanges(this.record, text);
  }

  /** The person has decided about `field`, having seen that the service has `theirs`. */
  async decided(field: EditableField, theirs: string): Promise<void> {
    if (this.record !== undefined && inputOfValue(this.record[field]) === theirs) {
      await this.#held.decided(field, this.record);
      this.#onDidChangeState.fire();
    }
  }

  /** Begins to ask the service for what VS Code will ask for in a moment: a failure is for that, too. */
  async readAhead(): Promise<void> {
    await this.#served.readAhead();
  }

  /** Takes what VS Code makes of the document. Throws `FileSystemError`, as all that ask the service. */
  async stat(isDirty: boolean, isToBeSaved: boolean): Promise<LabelDocumentVersion> {
    this.#checks += isToBeSaved ? 1 : 0;
    const label = await this.#served.fresh('stat').finally(() => {
      this.#checks -= isToBeSaved ? 1 : 0;
    });
    const { record } = label;
    if (isToBeSaved) {
      this.#lastSave.ended();
    }
    const state = { isDirty, isSaving: this.#lastSave.isUnderWay };
    const held = this.#held.versionFor(record, openDocument(this.uri)?.getText(), state);
    const version = held?.version ?? this.#versionOf(label);
    const before = this.#lastStat?.record;
    const isNew = isToBeSaved && before !== undefined && !areSameValues(before, record);
    this.#lastStat = { version, record, isNew };
    return held?.reported ?? version;
  }

  async read(): Promise<string> {
    const label = await this.#served.fresh('read');
    const { record } = label;
    this.#lastSave.ended();
    const text = labelText(record);
    // VS Code asks for the version first, and goes by that, however much later it asks for the content.
    const version = this.#lastStat?.version ?? this.#versionOf(label);
    this.#held.read({ version, record, text }, openDocument(this.uri)?.getText());
    return text;
  }

  /** The document holds `text`. */
  shows(text: string): void {
    this.#held.shows(text);
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
    while (this.#saving !== undefined) {
      await this.#saving.done.catch(() => undefined);
    }
    const done = this.#save(text).finally(() => (this.#saving = undefined));
    this.#saving = { text, done };
    await done;
  }

  /** VS Code has finished saving the document. Returns whether it must read the file again. */
  wasSaved(): boolean {
    this.#lastSave.ended();
    return this.#lastSave.mustBeRead;
  }

  /** Whether the document text `text` is another than VS Code saves just now, or than what the service has. */
  isUnsaved(text: string): boolean {
    return this.#saving === undefined ? !this.isServed(text) : this.#saving.text !== text;
  }

  /** Whether the document text `text` is what the service has, or VS Code has read or saved last. */
  isServed(text: string): boolean {
    // What VS Code has begun to read before a save comes into the document while it is saved, or after.
    const isRecord = this.record !== undefined && labelText(this.record) === text;
    return isRecord || !this.#held.isUnsaved(text);
  }

  /** Asks the service, anew where a person asks; returns whether VS Code knows another content. */
  async refresh(use: LookingUse): Promise<'same' | 'changed' | 'deleted'> {
    try {
      return this.#compare(await this.#served.fresh(use));
    } catch (error) {
      if (this.#served.isDeleted) {
        return 'deleted';
      }
      this.#context.log.debug(`A label could not be refreshed: ${String(error)}`);
      return 'same';
    }
  }

  /** Another part of this window has changed the label. */
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
  }

  #compare(label: Label): 'same' | 'changed' {
    const version = this.#versionOf(label);
    const isKnown = this.#lastStat === undefined || this.#lastStat.version.mtime === version.mtime;
    return isKnown ? 'same' : 'changed';
  }

  #versionOf({ record }: Label): LabelDocumentVersion {
    return this.#context.versions.versionOf(this.#document, labelText(record), record);
  }

  async #save(text: string): Promise<void> {
    this.#onDidChangeSaveState.fire({ kind: 'saving' });
    try {
      const label = await this.#served.fresh('write');
      this.#refuseUnseen(label.record, text);
      const changes = this.#changesTo(label, text);
      const updated = await this.#send(label, changes);
      this.#held.saved(text, changes, updated.record);
      this.#lastSave.wrote(text, labelText(updated.record));
      this.#served.offer(updated);
      this.#served.remember(updated);
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

  #changesTo(label: Label, text: string): LabelChanges {
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
    if (Object.keys(changes).length === 0) {
      return label;
    }
    const { signal, versions } = this.#context;
    const repository = this.#served.repository();
    // Before it is sent: what the service has when no answer comes may be this.
    await versions.expect(this.#document, { ...label.record, ...changes }, changes);
    const updated = await repository.update(label, changes, signal);
    const kept = keptFields(label, changes, updated);
    if (kept.length > 0) {
      await versions.expect(this.#document, updated.record, changes);
      this.#served.offer(updated);
      this.#served.remember(updated);
      throw valuesKept(updated, kept);
    }
    return updated;
  }

  /** Throws `FileSystemError` if a save of `text` would overwrite what VS Code has not seen. */
  #refuseUnseen(record: LabelRecord, text: string): void {
    const isSeen =
      this.#lastStat === undefined
        ? !this.#held.isKnown
        : !this.#lastStat.isNew && areSameValues(this.#lastStat.record, record);
    if (!isSeen && !this.#held.canSave(record, text)) {
      throw changedMeanwhile();
    }
  }
}
