import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { LabelRecord } from '../../api/label.ts';
import type { Clock } from '../../async/clock.ts';

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

const storedSchema = z.array(
  z.object({
    document: z.string(),
    digest: z.string(),
    mtime: z.number(),
    served: z.array(z.string()),
  }),
);

type StoredVersion = z.output<typeof storedSchema>[number];

/**
 * The versions of the label documents that were opened lately. They outlive a reload of the window:
 * a document that comes back with unsaved text is in conflict only if its label has changed.
 * Only digests are kept, no content.
 */
export class LabelDocumentVersions {
  readonly #store: VersionStore;
  readonly #clock: Clock;
  /** Least recently used first. */
  readonly #versions: Map<string, StoredVersion>;

  constructor(store: VersionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    const stored = storedSchema.safeParse(store.get(storeKey)).data ?? [];
    this.#versions = new Map(stored.map((version) => [version.document, version]));
  }

  /**
   * The version of `document` with the content `text`: another one only where the content is another.
   * `served` is the record that the service sent with that content.
   */
  async versionOf(
    document: string,
    text: string,
    served?: LabelRecord,
  ): Promise<LabelDocumentVersion> {
    const before = this.#versions.get(document);
    const digest = digestOf(text);
    const isSame = before?.digest === digest;
    const mtime = isSame ? before.mtime : Math.max(this.#clock.now(), (before?.mtime ?? 0) + 1);
    const allServed = new Set(before?.served);
    for (const [field, value] of Object.entries(served ?? {})) {
      allServed.add(servedDigest(field, value));
    }
    if (!isSame || allServed.size > before.served.length) {
      const kept = Array.from(allServed).slice(-maximumServed);
      await this.#keep({ document, digest, mtime, served: kept });
    }
    return { mtime, size: sizeOf(text) };
  }

  /** Whether the service has sent `value` as `field` of `document` before. */
  wasServed(document: string, field: string, value: unknown): boolean {
    return this.#versions.get(document)?.served.includes(servedDigest(field, value)) ?? false;
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

/** The length, and a twenty-bit mark of the content: small enough for no editor to shy at the size. */
function sizeOf(text: string): number {
  const mark = createHash('sha256').update(text).digest().readUInt32BE() % 2 ** 20;
  return Buffer.byteLength(text) + mark;
}

function servedDigest(field: string, value: unknown): string {
  return digestOf(JSON.stringify([field, value])).slice(0, 16);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
