import type { LabelRecord } from '../../api/label.ts';
import {
  areSameValues,
  editableFields,
  editableValues,
  isSameValue,
  type EditableField,
  type LabelChanges,
  type LabelValues,
} from '../../api/labelFields.ts';
import { foreignChanges, type ForeignChange } from './documentConflicts.ts';
import { changesBetween, type LabelDifference } from './labelDifference.ts';
import type { LabelDocumentVersion, LabelDocumentVersions } from './labelDocumentVersions.ts';
import { labelText, parseLabelText } from './labelText.ts';

/** Text that an editor has read. */
interface ReadText {
  readonly version: LabelDocumentVersion;
  readonly record: LabelRecord;
  readonly text: string;
}

/** Result for a record that counts as the version that the editor holds. */
export interface SameVersion {
  /** The editor's version, as far as is known. */
  readonly version: LabelDocumentVersion;
  /** Version to report to the editor, so that it sees no conflict. */
  readonly reported: LabelDocumentVersion;
}

/** State of a document in an editor. */
export interface DocumentState {
  /** True if the document is unsaved, or about to be saved. */
  readonly isDirty: boolean;
  /** True if the document has just been written, and not read since. */
  readonly isSaving: boolean;
}

/** Maximum number of pending reads, more than an editor ever has. */
const maximumReads = 10;

/**
 * State of a label in an editor: the version of its document, and the values that it was made from. A merge
 * by field compares three sides: these values, the document and the current label in the service.
 */
export class HeldLabel {
  readonly #document: string;
  readonly #versions: LabelDocumentVersions;
  readonly #onDidRebase: (text: string) => void;
  /** Texts that the editor has read but may not show yet; it drops them if the user types first. */
  #reads: readonly ReadText[] = [];

  /** `onDidRebase`: called with the document's text when its base becomes a record changed by somebody else. */
  constructor(
    document: string,
    versions: LabelDocumentVersions,
    onDidRebase: (text: string) => void,
  ) {
    this.#document = document;
    this.#versions = versions;
    this.#onDidRebase = onDidRebase;
  }

  /** Records that the editor was given `read`, which its document does not show yet. */
  read(read: ReadText): void {
    // Two reads can be pending at once, and the document may show either of them next.
    this.#reads = [...this.#reads, read].slice(-maximumReads);
  }

  /**
   * Records that the document holds `text` without unsaved changes: if that is the text last read, the editor
   * has loaded it. The same text reached by an edit does not count as loaded: the document's base stays.
   */
  noteShown(text: string): void {
    const read = this.#reads.findLast((each) => each.text === text);
    if (read !== undefined) {
      this.#reads = this.#reads.slice(this.#reads.indexOf(read) + 1);
      const { record, version } = read;
      const hasBaseChanged = !areSameValues(this.base(record), editableValues(record));
      this.#versions.hold(this.#document, version, text, record);
      if (hasBaseChanged) {
        this.#onDidRebase(text);
      }
    }
  }

  /** Records that the editor has saved `text`: `changes` were sent, and the service now has `record`. */
  saved(text: string, changes: LabelChanges, record: LabelRecord): void {
    const base = this.base(record);
    const parsed = parseLabelText(text);
    // Changes of other fields by somebody else are not in the text until it is read again.
    const made = editableValues(
      record,
      (field) =>
        changes[field] !== undefined ||
        (parsed.kind === 'object' && isSameValue(parsed.values[field], record[field])),
    );
    const version = this.#versions.versionOf(this.#document, text);
    this.#reads = [];
    this.#versions.hold(this.#document, version, text, record, { ...base, ...made });
    const hasBaseChanged = editableFields.some(
      (field) =>
        changes[field] === undefined && field in made && !isSameValue(made[field], base[field]),
    );
    if (hasBaseChanged) {
      this.#onDidRebase(text);
    }
  }

  /** Returns whether `text` differs from the text last read or saved, as far as is known. */
  isUnsaved(text: string): boolean {
    return this.isKnown && !this.holds(text);
  }

  /** Returns whether `text` is known to be the text last read or saved. */
  holds(text: string): boolean {
    return this.#versions.isHeldText(this.#document, text);
  }

  /** True if the editor's version is known. */
  get isKnown(): boolean {
    return this.#versions.heldVersion(this.#document) !== undefined;
  }

  /** Effect of saving `text` on the label in the service, `record`. */
  difference(record: LabelRecord, text: string): LabelDifference {
    return changesBetween(
      record,
      text,
      (field, value) => this.#versions.wasServed(this.#document, field, value),
      this.base(record),
    );
  }

  /** Values that the document was made from; a field that differs from them was edited. */
  base(record: LabelRecord): LabelValues {
    const held = this.#versions.heldValues(this.#document);
    // A value that results from a save in this window is not a change by somebody else.
    const own = editableValues(record, (field) =>
      this.#versions.wasSent(this.#document, field, record[field]),
    );
    return held === undefined ? editableValues(record) : { ...held, ...own };
  }

  /** Changes by somebody else since the document was made; none while `text` has no unsaved changes. */
  foreignChanges(record: LabelRecord, text: string): readonly ForeignChange[] {
    return this.isUnsaved(text) ? foreignChanges(this.base(record), record, text) : [];
  }

  /** Returns whether saving `text` overwrites only values of `record` that the document was made from. */
  canSave(record: LabelRecord, text: string): boolean {
    return this.#versions.heldValues(this.#document) === undefined
      ? this.#versions.isHeldRecord(this.#document, record)
      : foreignChanges(this.base(record), record, text).every(({ isConflict }) => !isConflict);
  }

  /** Records that the user has resolved the conflict in `field`, having seen the value in the service. */
  async recordResolution(field: EditableField, record: LabelRecord): Promise<void> {
    await this.#versions.rebase(this.#document, field, record);
  }

  /**
   * Returns the version that the editor holds of a document with the text `shown`, if the editor need not
   * read `record`: because a save is not finished, the text is the same, or it is unsaved and in conflict
   * with nothing. Undefined makes the editor read the label again.
   */
  versionFor(
    record: LabelRecord,
    shown: string | undefined,
    { isDirty, isSaving }: DocumentState,
  ): SameVersion | undefined {
    const version = this.#versions.heldVersion(this.#document);
    if (version === undefined) {
      return undefined;
    }
    if (isSaving) {
      return { version, reported: version };
    }
    // Check both: after a save, the editor counts the document as clean even if it was edited meanwhile, and
    // as dirty, so that it does not reload it, if that edit was undone.
    const isUnsaved =
      shown !== undefined && (isDirty || !this.#versions.isHeldText(this.#document, shown));
    // Saving a text that equals that of the service overwrites nothing.
    const isHeld = shown === labelText(record) || (isUnsaved && this.canSave(record, shown));
    // Any other version would make the editor reload a document that it counts as clean.
    return isHeld ? { version, reported: isDirty ? neverNewer(version) : version } : undefined;
  }
}

/**
 * Returns a version that no editor considers newer than its own. The editor's version is never certain: it
 * drops what it reads if the user types, and the same text may come from an edit.
 */
function neverNewer({ size }: LabelDocumentVersion): LabelDocumentVersion {
  return { mtime: 0, size };
}
