import type { LabelRecord } from '../../api/label.ts';
import {
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

/** What an editor has been given to read. */
interface ReadText {
  readonly version: LabelDocumentVersion;
  readonly record: LabelRecord;
  readonly text: string;
}

/** Says that a record makes no other version of a document than the one that an editor holds. */
export interface SameVersion {
  /** The one that it holds, as far as is known. */
  readonly version: LabelDocumentVersion;
  /** The version to report to it, so that it sees no conflict. */
  readonly reported: LabelDocumentVersion;
}

/** What an editor says of a document. */
export interface DocumentState {
  /** Whether it counts the document as not saved, or is about to save it. */
  readonly isDirty: boolean;
  /** Whether it has just written it, and has read nothing since. */
  readonly isSaving: boolean;
}

/** More reads than an editor ever has under way at once. */
const maximumReads = 10;

/**
 * What an editor holds of one label: which version of it, made from which values. Two of three sides of a
 * merge by field: the third is what the service has by now.
 */
export class HeldLabel {
  readonly #document: string;
  readonly #versions: LabelDocumentVersions;
  /** Not in the document yet. An editor leaves what it has read where somebody types before it comes. */
  #reads: readonly ReadText[] = [];

  constructor(document: string, versions: LabelDocumentVersions) {
    this.#document = document;
    this.#versions = versions;
  }

  /** The editor has been given `read`, while its document holds `shown`, if there is one already. */
  read(read: ReadText, shown: string | undefined): void {
    // Two readings can be under way at once: either may be what the document shows next.
    this.#reads = [...this.#reads, read].slice(-maximumReads);
    this.shows(shown ?? read.text);
  }

  /** The document holds `text`: if that is what was read last, the editor has taken it. */
  shows(text: string): void {
    const read = this.#reads.findLast((each) => each.text === text);
    if (read !== undefined) {
      this.#reads = this.#reads.slice(this.#reads.indexOf(read) + 1);
      const { record, version } = read;
      this.#versions.hold(this.#document, version, text, record);
    }
  }

  /** The editor has saved `text`: `changes` were sent, and the service has `record` now. */
  saved(text: string, changes: LabelChanges, record: LabelRecord): void {
    const base = this.base(record);
    const parsed = parseLabelText(text);
    // What somebody else has made of the other fields is not in the text before it is read again.
    const made = editableValues(
      record,
      (field) =>
        changes[field] !== undefined ||
        (parsed.kind === 'object' && isSameValue(parsed.values[field], record[field])),
    );
    const version = this.#versions.versionOf(this.#document, text);
    this.#reads = [];
    this.#versions.hold(this.#document, version, text, record, { ...base, ...made });
  }

  /** Whether `text` is another than was read or saved last, as far as that is known. */
  isUnsaved(text: string): boolean {
    return this.isKnown && !this.#versions.isHeldText(this.#document, text);
  }

  /** Whether anything is known of what the editor holds. */
  get isKnown(): boolean {
    return this.#versions.heldVersion(this.#document) !== undefined;
  }

  /** What saving `text` would do to the label that the service has as `record`. */
  difference(record: LabelRecord, text: string): LabelDifference {
    return changesBetween(
      record,
      text,
      (field, value) => this.#versions.wasServed(this.#document, field, value),
      this.base(record),
    );
  }

  /** The values that the document was made from; what it changes, it changes from these. */
  base(record: LabelRecord): LabelValues {
    const held = this.#versions.heldValues(this.#document);
    // What a save from here has led to is not a change by somebody else.
    const own = editableValues(record, (field) =>
      this.#versions.wasSent(this.#document, field, record[field]),
    );
    return held === undefined ? editableValues(record) : { ...held, ...own };
  }

  /** What somebody else has changed since; nothing while `text` holds nothing unsaved. */
  foreignChanges(record: LabelRecord, text: string): readonly ForeignChange[] {
    return this.isUnsaved(text) ? foreignChanges(this.base(record), record, text) : [];
  }

  /** Whether a save of `text` overwrites nothing in `record` but what the document was made from. */
  canSave(record: LabelRecord, text: string): boolean {
    return this.#versions.heldValues(this.#document) === undefined
      ? this.#versions.isHeldRecord(this.#document, record)
      : foreignChanges(this.base(record), record, text).every(({ isConflict }) => !isConflict);
  }

  /** The person has seen what the service has for `field`, and decided what the document is to hold. */
  async decided(field: EditableField, record: LabelRecord): Promise<void> {
    await this.#versions.rebase(this.#document, field, record);
  }

  /**
   * The version that the editor holds of a document with the text `shown`, if `record` is no other for it:
   * until a save is finished, and for as long as there is text that is not saved. Otherwise the editor is
   * to read what the service has.
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
    // Both: after a save the editor counts it as clean even where somebody has typed meanwhile, and as
    // dirty where that was taken back, so that it leaves what it would read.
    const isUnsaved =
      shown !== undefined && (isDirty || !this.#versions.isHeldText(this.#document, shown));
    // A text that is exactly what the service has overwrites nothing.
    const isHeld = shown === labelText(record) || (isUnsaved && this.canSave(record, shown));
    // Any version other than its own would make it read again a document that it counts as clean.
    return isHeld ? { version, reported: isDirty ? neverNewer(version) : version } : undefined;
  }
}

/**
 * A version that an editor takes for no newer than its own. Which one that is cannot be known for certain:
 * it leaves what it reads where somebody types, and the same text may have come by an edit.
 */
function neverNewer({ size }: LabelDocumentVersion): LabelDocumentVersion {
  return { mtime: 0, size };
}
