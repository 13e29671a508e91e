import { throwIfAborted } from '../../async/abort.ts';
import type { LabelFilter } from '../list/labelCriteria.ts';
import { LabelWalk, type LabelPageSource, type RateLimitReaction } from '../list/labelWalk.ts';
import type { ListEntry } from '../list/orderedEntries.ts';
import { largePageSize } from '../requestLimits.ts';

/** Maximum number of walks through the pages while the service counts more labels than listed. */
const maximumWalks = 3;

/** Step of a walk. */
export interface WalkStep {
  /** Entries of this step; entries of earlier walks may be repeated with new content. */
  readonly entries: readonly ListEntry[];
  /** Entries found for the first time. */
  readonly added: readonly ListEntry[];
}

/**
 * All labels that match a filter. Pages shift while labels are added or removed, so a second walk may find
 * labels that the first walk missed.
 */
export class CompleteWalk {
  readonly #source: LabelPageSource;
  readonly #filter: LabelFilter;
  readonly #whenRateLimited: RateLimitReaction;
  readonly #keys = new Set<string>();
  #walk: LabelWalk;
  #lastPage = 0;

  constructor(
    source: LabelPageSource,
    filter: LabelFilter,
    whenRateLimited: RateLimitReaction = 'wait',
  ) {
    this.#source = source;
    this.#filter = filter;
    this.#whenRateLimited = whenRateLimited;
    this.#walk = new LabelWalk(source, filter, largePageSize);
  }

  /** Number of entries so far. */
  get count(): number {
    return this.#keys.size;
  }

  /** Number of matching entries, if the service gave a plausible number. */
  get total(): number | undefined {
    const { total } = this.#walk;
    return total !== undefined && total >= this.count ? total : undefined;
  }

  /** Number of entries that the service counted but did not list. */
  get missing(): number {
    return Math.max(0, (this.#walk.total ?? 0) - this.count);
  }

  /** True if the last walk by itself found as many entries as the service counts. */
  get isComplete(): boolean {
    const { count, hasMore, total } = this.#walk;
    // A total below the count is undefined: `LabelWalk` discards it as not credible.
    return !hasMore && (total === undefined || count >= total);
  }

  /**
   * Estimated number of pages left in the current walk, if they are as long as the last page; infinite if
   * unknown.
   */
  get pagesLeft(): number {
    const { count, hasMore, total } = this.#walk;
    if (!hasMore) {
      return 0;
    }
    return total === undefined
      ? Number.POSITIVE_INFINITY
      : Math.ceil((total - count) / Math.max(1, this.#lastPage));
  }

  /** Yields all entries as they arrive, each once. Throws the errors of `steps`. */
  async *entries(signal?: AbortSignal): AsyncGenerator<readonly ListEntry[], void, undefined> {
    for await (const { added } of this.steps(signal)) {
      if (added.length > 0) {
        yield added;
      }
    }
  }

  /** Yields the steps of one walk after another. Throws the errors of the source, and `CancelledError`. */
  async *steps(signal?: AbortSignal): AsyncGenerator<WalkStep, void, undefined> {
    for (let walks = 1; ; walks++) {
      const steps = this.#walk.loadUpTo(Number.POSITIVE_INFINITY, signal, this.#whenRateLimited);
      for await (const entries of steps) {
        this.#lastPage = entries.length;
        yield { entries, added: entries.filter((entry) => this.#addIfNew(entry)) };
      }
      throwIfAborted(signal);
      if (this.missing === 0 || walks === maximumWalks) {
        return;
      }
      this.#walk = new LabelWalk(this.#source, this.#filter, largePageSize);
    }
  }

  #addIfNew(entry: ListEntry): boolean {
    const key = entry.kind === 'label' ? `label:${entry.label.id}` : entry.key;
    const isNew = !this.#keys.has(key);
    this.#keys.add(key);
    return isNew;
  }
}
