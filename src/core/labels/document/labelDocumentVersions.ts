import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { LabelRecord } from '../../api/label.ts';
import {
  editableFields,
  editableValues,
  type EditableField,
  type LabelChanges,
  type LabelValues,
} from '../../api/labelFields.ts';
import type { Clock } from '../../async/clock.ts';
import { reasonOf } from '../../errors/reasonOf.ts';
import type { Log } from '../../log/log.ts';
import { digestOf } from '../../text/digest.ts';

/** Where the versions outlive the window. VS Code's `Memento` has this shape. */
export interface VersionStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What an editor compares to see whether a file has changed. */
export interface LabelDocumentVersion {
  /** Milliseconds since the epoch at which the content was first seen; never goes back. */
  readonly mtime: number;
  /**
   * At least the content's length in bytes, and made from the content alone. VS Code takes a file of a
   * later `mtime` but the same size for unchanged: so two contents of the same length must differ in it,
   * and the same content must not, even where another window has noted another `mtime` for it.
   */
  readonly size: number;
}

const storeKey = 'workforce.labelVersions';
const maximumDocuments = 100;
const maximumServed = 100;
const maximumHeldValues = 20;

const heldSchema = z.object({
  mtime: z.number(),
  size: z.number(),
  /** Digest of the text that was read or saved. */
  text: z.string(),
  /** Digests of the editable values of the records that count as this version. */
  values: z.array(z.string()),
  /** The values of that version: what the editor's document was made from. */
  base: z.optional(z.record(z.string(), z.unknown())),
  /** What has been sent from here since, or was made of it, for each field. */
  sent: z.optional(z.record(z.string(), z.array(z.unknown()))),
});

/** What an editor holds: the version that `stat` returned for the text that it has read or saved. */
type HeldVersion = z.output<typeof heldSchema>;

const storedSchema = z.object({
  document: z.string(),
  digest: z.string(),
  mtime: z.number(),
  served: z.array(z.string()),
  /** Digests of the names of the fields that were served last. */
  fields: z._default(z.array(z.string()), []),
  held: z.optional(heldSchema),
});

type StoredVersion = z.output<typeof storedSchema>;

/**
 * The versions of the label documents that were opened lately. They outlive a reload of the window:
 * a document that is restored with unsaved text is in conflict only if its label has changed.
 * Of what is merged by field the values are kept, of everything else only digests.
 */
export class LabelDocumentVersions {
  readonly #store: VersionStore;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Least recently used first. */
  readonly #versions: Map<string, StoredVersion>;

  constructor(store: VersionStore, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    const stored = z.array(z.unknown()).safeParse(store.get(storeKey)).data ?? [];
    // One that another version of the extension has stored in another format counts as unknown.
    const known = stored.flatMap((version) => storedSchema.safeParse(version).data ?? []);
    this.#versions = new Map(known.map((version) => [version.document, version]));
  }

  /**
   * The version of `document` with the content `text`: another one only where the content is another.
   * `served` is the record that the service sent with that content.
   */
  versionOf(document: string, text: string, served?: LabelRecord): LabelDocumentVersion {
    const before = this.#versions.get(document);
    const digest = digestOf(text);
    const isSame = before?.digest === digest;
    const mtime = isSame ? before.mtime : Math.max(this.#clock.now(), (before?.mtime ?? 0) + 1);
    const allServed = new Set(before?.served);
    for (const [field, value] of Object.entries(served ?? {})) {
      allServed.add(servedDigest(field, value));
    }
    const fields = served === undefined ? before?.fields : Object.keys(served).map(nameDigest);
    for (const name of addedOrRemoved(before?.fields ?? [], fields ?? [])) {
      allServed.add(absenceDigest(name));
    }
    if (!isSame || allServed.size > before.served.length) {
      const kept = Array.from(allServed).slice(-maximumServed);
      this.#keepSoon({
        document,
        digest,
        mtime,
        served: kept,
        fields: fields ?? [],
        held: before?.held,
      });
    }
    return { mtime, size: sizeOf(text) };
  }

  /**
   * Whether the service has sent `value` as `field` of `document` before; undefined stands for a record
   * without that field.
   */
  wasServed(document: string, field: string, value: unknown): boolean {
    const digest =
      value === undefined ? absenceDigest(nameDigest(field)) : servedDigest(field, value);
    return this.#versions.get(document)?.served.includes(digest) ?? false;
  }

  /**
   * An editor has read, or saved, `text` as `version`, made from the values `base`; `record` is what the
   * service has.
   */
  hold(
    document: string,
    { mtime, size }: LabelDocumentVersion,
    text: string,
    record: LabelRecord,
    base: LabelValues = editableValues(record),
  ): void {
    const before = this.#versions.get(document);
    if (before !== undefined) {
      const values = [valuesDigest(record)];
      const held = { mtime, size, text: digestOf(text), values, base: { ...base } };
      this.#keepSoon({ ...before, held });
    }
  }

  /**
   * The service may soon have `record`, or has it, by a save from here that has sent `changes`: then that
   * is no other version than the one that the editor holds, and these fields are nobody else's. Resolves when
   * that is stored, so that it is known also if the window ends meanwhile.
   */
  async expect(document: string, record: LabelRecord, changes: LabelChanges): Promise<void> {
    const before = this.#versions.get(document);
    if (before?.held !== undefined) {
      const { held } = before;
      const values = lastOf([...held.values, valuesDigest(record)]);
      const sent = { ...held.sent };
      for (const field of editableFields) {
        if (changes[field] !== undefined) {
          sent[field] = lastOf([...(sent[field] ?? []), record[field]]);
        }
      }
      await this.#keep({ ...before, held: { ...held, values, sent } });
    }
  }

  /** The version that the editor holds of `document`; undefined if that is not known. */
  heldVersion(document: string): LabelDocumentVersion | undefined {
    const held = this.#held(document);
    return held === undefined ? undefined : { mtime: held.mtime, size: held.size };
  }

  /**
   * Whether `record` counts as what the editor holds: a save can overwrite nothing in it that the person
   * has not seen. Fields that only the service sets may be others.
   */
  isHeldRecord(document: string, record: LabelRecord): boolean {
    return this.#held(document)?.values.includes(valuesDigest(record)) ?? false;
  }

  /** The values that the editor's document was made from; undefined if that is not known. */
  heldValues(document: string): LabelValues | undefined {
    const base = this.#held(document)?.base;
    return base === undefined ? undefined : editableValues(base);
  }

  /** Whether `value` may be what came of what was sent from here as `field` since. */
  wasSent(document: string, field: EditableField, value: unknown): boolean {
    return this.#held(document)?.sent?.[field]?.includes(value) ?? false;
  }

  /** The editor's document is from now on made from the value that `record` has for `field`. */
  async rebase(document: string, field: EditableField, record: LabelRecord): Promise<void> {
    const before = this.#versions.get(document);
    if (before?.held?.base !== undefined) {
      const base = { ...before.held.base, [field]: record[field] };
      await this.#keep({ ...before, held: { ...before.held, base } });
    }
  }

  /** Whether `text` is what the editor has read or saved last. */
  isHeldText(document: string, text: string): boolean {
    return this.#held(document)?.text === digestOf(text);
  }

  #held(document: string): HeldVersion | undefined {
    return this.#versions.get(document)?.held;
  }

  /** Nobody waits for it: a window that is busy takes long to store it, and knows it at once. */
  #keepSoon(version: StoredVersion): void {
    this.#keep(version).catch((error: unknown) => {
      this.#log.warn(`The version of a label could not be stored: ${reasonOf(error)}`);
    });
  }

  async #keep(version: StoredVersion): Promise<void> {
    this.#versions.delete(version.document);
    this.#versions.set(version.document, version);
    for (const document of this.#versions.keys()) {
      if (this.#versions.size <= maximumDocuments) {
        break;
      }
      this.#versions.delete(document);
    }
    await this.#store.update(storeKey, Array.from(this.#versions.values()));
  }
}

/** The length, and a twenty-bit digest of the content: small enough that no editor takes the file for too large. */
function sizeOf(text: string): number {
  const mark = createHash('sha256').update(text).digest().readUInt32BE() % 2 ** 20;
  return Buffer.byteLength(text) + mark;
}

function valuesDigest(record: LabelRecord): string {
  return digestOf(JSON.stringify(editableValues(record))).slice(0, 22);
}

function nameDigest(field: string): string {
  return digestOf(field).slice(0, 16);
}

/** The names that only one of two records has; none if nothing is known of one. */
function addedOrRemoved(before: readonly string[], now: readonly string[]): string[] {
  return before.length === 0 || now.length === 0
    ? []
    : [
        ...before.filter((name) => !now.includes(name)),
        ...now.filter((name) => !before.includes(name)),
      ];
}

/** Stands for a record without the field whose name has this digest. */
function absenceDigest(name: string): string {
  return `-${name}`;
}

function servedDigest(field: string, value: unknown): string {
  return digestOf(JSON.stringify([field, value])).slice(0, 16);
}

/** The last ones, each once, as many as are kept. */
function lastOf<T>(values: readonly T[]): T[] {
  return Array.from(new Set(values)).slice(-maximumHeldValues);
}
