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
import type { Memento } from '../../memento/memento.ts';
import { digestOf } from '../../text/digest.ts';

/** Returns the documents open in an editor. */
export type OpenDocumentsSource = () => ReadonlySet<string>;

/** Version of a file, as editors compare it to detect changes. */
export interface LabelDocumentVersion {
  /** Time when the content was first seen, in milliseconds since the epoch; never decreases. */
  readonly mtime: number;
  /**
   * Fake size, at least the content's length in bytes, derived from the content alone. VS Code considers a file
   * with a later `mtime` but the same size unchanged, so different contents of the same length must have
   * different sizes, and equal contents the same, even if another window has another `mtime`.
   */
  readonly size: number;
}

const storeKey = 'workforce.labelVersions';
/** Maximum number of stored documents that are not open. */
const maximumDocuments = 100;
const maximumServed = 100;
const maximumHeldValues = 20;

const heldSchema = z.object({
  mtime: z.number(),
  size: z.number(),
  /** Digest of the text last read or saved. */
  text: z.string(),
  /** Digests of the editable values of the records that count as this version. */
  values: z.array(z.string()),
  /** Values that the editor's document was made from. */
  base: z.optional(z.record(z.string(), z.unknown())),
  /**
   * For each field, the values sent from this window since `base` was read, or the form in which the service
   * stored them.
   */
  sent: z.optional(z.record(z.string(), z.array(z.unknown()))),
});

/** State of an editor's document: the version that `stat` returned for the text last read or saved. */
type HeldVersion = z.output<typeof heldSchema>;

const storedSchema = z.object({
  document: z.string(),
  digest: z.string(),
  mtime: z.number(),
  served: z.array(z.string()),
  /** Digests of the field names last served. */
  fields: z._default(z.array(z.string()), []),
  held: z.optional(heldSchema),
});

type StoredVersion = z.output<typeof storedSchema>;

/**
 * Versions of recently opened label documents. They outlive a reload of the window: a restored, unsaved
 * document is in conflict only if its label has changed. Fields merged individually are stored with their
 * values, everything else as digests.
 */
export class LabelDocumentVersions {
  readonly #store: Memento;
  readonly #openDocuments: OpenDocumentsSource;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Versions, least recently used first. */
  readonly #versions: Map<string, StoredVersion>;

  constructor(store: Memento, openDocuments: OpenDocumentsSource, clock: Clock, log: Log) {
    this.#store = store;
    this.#openDocuments = openDocuments;
    this.#clock = clock;
    this.#log = log;
    const stored = z.array(z.unknown()).safeParse(store.get(storeKey)).data ?? [];
    // Versions that another release of the extension stored in another format count as unknown.
    const known = stored.flatMap((version) => storedSchema.safeParse(version).data ?? []);
    this.#versions = new Map(known.map((version) => [version.document, version]));
  }

  /**
   * Returns the version of `document` with the content `text`; a new one only for new content. `served` is the
   * service's record for that content.
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
   * Returns whether the service has sent `value` as `field` of `document` before; undefined stands for a record
   * without that field.
   */
  wasServed(document: string, field: string, value: unknown): boolean {
    const digest =
      value === undefined ? absenceDigest(nameDigest(field)) : servedDigest(field, value);
    return this.#versions.get(document)?.served.includes(digest) ?? false;
  }

  /**
   * Records that an editor has read or saved `text` as `version`, made from the values `base`; `record` is the
   * label in the service.
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
   * Records that a save in this window with `changes` leads to `record` in the service: `record` then counts
   * as the editor's version, and these fields as changed by nobody else. Resolves when this is stored, so
   * that it outlives the window.
   */
  async recordSave(document: string, record: LabelRecord, changes: LabelChanges): Promise<void> {
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

  /** Returns the editor's version of `document`; undefined if unknown. */
  heldVersion(document: string): LabelDocumentVersion | undefined {
    const held = this.#held(document);
    return held === undefined ? undefined : { mtime: held.mtime, size: held.size };
  }

  /**
   * Returns whether `record` counts as the editor's version: a save overwrites nothing that the user has not
   * seen. Read-only fields may differ.
   */
  isHeldRecord(document: string, record: LabelRecord): boolean {
    return this.#held(document)?.values.includes(valuesDigest(record)) ?? false;
  }

  /** Returns the values that the editor's document was made from; undefined if unknown. */
  heldValues(document: string): LabelValues | undefined {
    const base = this.#held(document)?.base;
    return base === undefined ? undefined : editableValues(base);
  }

  /** Returns whether `value` is a value of `field` that results from a save in this window, as far as is known. */
  wasSent(document: string, field: EditableField, value: unknown): boolean {
    return this.#held(document)?.sent?.[field]?.includes(value) ?? false;
  }

  /** Bases the editor's document on the value of `field` in `record` from now on. */
  async rebase(document: string, field: EditableField, record: LabelRecord): Promise<void> {
    const before = this.#versions.get(document);
    if (before?.held?.base !== undefined) {
      const base = { ...before.held.base, [field]: record[field] };
      // The document is no longer based on the text that was read.
      await this.#keep({ ...before, held: { ...before.held, base, text: '' } });
    }
  }

  /** Returns whether `text` is the text last read or saved by the editor. */
  isHeldText(document: string, text: string): boolean {
    return this.#held(document)?.text === digestOf(text);
  }

  #held(document: string): HeldVersion | undefined {
    return this.#versions.get(document)?.held;
  }

  /** Stores a version in the background, as a busy window takes long to store it; in memory, it is known at once. */
  #keepSoon(version: StoredVersion): void {
    this.#keep(version).catch((error: unknown) => {
      this.#log.warn(`The version of a label could not be stored: ${reasonOf(error)}`);
    });
  }

  async #keep(version: StoredVersion): Promise<void> {
    this.#versions.delete(version.document);
    this.#versions.set(version.document, version);
    this.#forgetClosed();
    await this.#store.update(storeKey, Array.from(this.#versions.values()));
  }

  /** Drops closed documents only: without the base of an open one, its conflicts would be unknown. */
  #forgetClosed(): void {
    if (this.#versions.size <= maximumDocuments) {
      return;
    }
    const open = this.#openDocuments();
    const closed = Array.from(this.#versions.keys()).filter((document) => !open.has(document));
    for (const document of closed.slice(0, -maximumDocuments)) {
      this.#versions.delete(document);
    }
  }
}

/** Returns the length plus a twenty-bit digest of the content, small enough for any editor's size limit. */
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

/** Returns the names that only one of two records has; none if the names of either are unknown. */
function addedOrRemoved(before: readonly string[], now: readonly string[]): string[] {
  if (before.length === 0 || now.length === 0) {
    return [];
  }
  const [known, present] = [new Set(before), new Set(now)];
  return [
    ...before.filter((name) => !present.has(name)),
    ...now.filter((name) => !known.has(name)),
  ];
}

/** Marker for a record without the field whose name has this digest. */
function absenceDigest(name: string): string {
  return `-${name}`;
}

function servedDigest(field: string, value: unknown): string {
  return digestOf(JSON.stringify([field, value])).slice(0, 16);
}

/** Returns the last distinct values, up to the limit. */
function lastOf<T>(values: readonly T[]): T[] {
  return Array.from(new Set(values)).slice(-maximumHeldValues);
}
