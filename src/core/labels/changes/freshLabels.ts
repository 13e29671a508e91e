import type { LabelId } from '../../account/labelAddress.ts';
import type { Label, LabelOrUnreadable } from '../../api/label.ts';
import { throwIfAborted } from '../../async/abort.ts';
import { readByCode } from '../list/labelsByCode.ts';
import { LabelWalk, type LabelPageSource } from '../list/labelWalk.ts';
import type { ListEntry } from '../list/orderedEntries.ts';
import type { Progress } from '../percentSteps.ts';
import { concurrentRequests, largePageSize } from '../requestLimits.ts';

/** The labels to read, each with the codes that it may have. */
export type LabelsToRead = ReadonlyMap<LabelId, readonly string[]>;

/** What the service says about labels now. */
export interface FreshLabels {
  readonly found: ReadonlyMap<LabelId, Label>;
  /** Asked for by their codes and looked for in all pages, and not there. */
  readonly gone: ReadonlySet<LabelId>;
  /** Not found, but the service has not shown all its labels, or not in a form that can be read. */
  readonly unknown: ReadonlySet<LabelId>;
}

/** How to read labels. */
export interface FreshLabelsOptions {
  readonly source: LabelPageSource;
  readonly signal: AbortSignal;
  /** How far it has come, counted in labels of the service. */
  readonly onProgress?: Progress | undefined;
}

/** How often all pages are gone through for labels that nothing else has found. */
const maximumWalks = 2;

/**
 * Reads labels as the service has them now; there is no endpoint for one label. Few are asked for by
 * their codes. For many, pages are read for as long as they bring more than codes would. What is missing
 * then is looked for in the other way. Throws what the source throws, and `CancelledError`.
 */
export async function readFreshLabels(
  wanted: LabelsToRead,
  options: FreshLabelsOptions,
): Promise<FreshLabels> {
  const search = new Search(wanted, options);
  if (!search.hasMoreCodesThan(concurrentRequests)) {
    await search.askByCode();
  }
  let isComplete = await search.walk('whileWorthIt');
  if (search.isOpen) {
    await search.askByCode();
  }
  for (let walks = 0; search.isOpen && !isComplete && walks < maximumWalks; walks++) {
    isComplete = await search.walk('toTheEnd');
  }
  return search.result(isComplete);
}

class Search {
  readonly #options: FreshLabelsOptions;
  readonly #found = new Map<LabelId, Label>();
  readonly #missing: Map<LabelId, readonly string[]>;
  readonly #unreadable = new Set<string>();
  #hasAskedByCode = false;

  constructor(wanted: LabelsToRead, options: FreshLabelsOptions) {
    this.#missing = new Map(wanted);
    this.#options = options;
  }

  /** Whether some labels are still missing. */
  get isOpen(): boolean {
    return this.#missing.size > 0;
  }

  /** Whether the labels that are missing have more than `count` codes. */
  hasMoreCodesThan(count: number): boolean {
    // No further than it needs to: this is asked after each page, and there may be many labels.
    return this.#codes(count + 1).size > count;
  }

  /** Asks for the missing labels by their codes, once. */
  async askByCode(): Promise<void> {
    if (this.#hasAskedByCode) {
      return;
    }
    this.#hasAskedByCode = true;
    const { signal, source } = this.#options;
    await readByCode(
      this.#codes(Number.POSITIVE_INFINITY),
      { source, signal, whenRateLimited: 'throw' },
      (records) => this.#take(records),
    );
  }

  /** Goes through the pages until nothing is missing. Returns whether it has seen all labels. */
  async walk(until: 'whileWorthIt' | 'toTheEnd'): Promise<boolean> {
    if (!this.isOpen) {
      return true;
    }
    const { source, signal, onProgress } = this.#options;
    const walk = new LabelWalk(source, {}, largePageSize);
    for await (const entries of walk.loadUpTo(Number.POSITIVE_INFINITY, signal, 'throw')) {
      this.#take(entries);
      onProgress?.(walk.count, walk.total);
      if (!this.isOpen) {
        return true;
      }
      const isWorthMore =
        this.#hasAskedByCode || this.hasMoreCodesThan(pagesLeft(walk, entries.length));
      if (until === 'whileWorthIt' && !isWorthMore) {
        return false;
      }
    }
    throwIfAborted(signal);
    // A total below the count is none: `LabelWalk` gives it up as not credible.
    return walk.total === undefined || walk.count >= walk.total;
  }

  result(isComplete: boolean): FreshLabels {
    const missing = Array.from(this.#missing.keys());
    const isGone = (id: LabelId): boolean => isComplete && !this.#unreadable.has(id);
    return {
      found: this.#found,
      gone: new Set(missing.filter(isGone)),
      unknown: new Set(missing.filter((id) => !isGone(id))),
    };
  }

  /** The codes of the labels that are missing, or so many of them. */
  #codes(count: number): ReadonlySet<string> {
    const codes = new Set<string>();
    for (const some of this.#missing.values()) {
      for (const code of some) {
        codes.add(code);
      }
      if (codes.size >= count) {
        break;
      }
    }
    return codes;
  }

  #take(records: readonly (LabelOrUnreadable | ListEntry)[]): void {
    for (const record of records) {
      if (record.kind === 'label') {
        // What is shown again may be newer: it must not be sent over.
        if (this.#missing.delete(record.label.id) || this.#found.has(record.label.id)) {
          this.#found.set(record.label.id, record.label);
        }
      } else {
        const { record: fields } = record.unreadable;
        if (typeof fields === 'object' && fields !== null && 'id' in fields) {
          this.#unreadable.add(String(fields.id));
        }
      }
    }
  }
}

/** How many pages like the last one there still are; if that is not known, more than any number. */
function pagesLeft({ count, hasMore, total }: LabelWalk, lastPage: number): number {
  if (!hasMore) {
    return 0;
  }
  return total === undefined
    ? Number.POSITIVE_INFINITY
    : Math.ceil((total - count) / Math.max(1, lastPage));
}
