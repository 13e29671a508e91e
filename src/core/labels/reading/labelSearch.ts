import type { LabelOrUnreadable } from '../../api/label.ts';
import type { LabelQuery } from '../../api/labelEndpoints.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import { LabelWalk, type LabelPageSource, type RateLimitReaction } from '../list/labelWalk.ts';
import type { ListEntry } from '../list/orderedEntries.ts';
import type { ProgressListener } from '../percentSteps.ts';
import { concurrentRequests, largePageSize } from '../requestLimits.ts';
import { CompleteWalk } from './completeWalk.ts';

/** Labels to find, and those found so far. */
export interface SoughtLabels {
  /** Returns whether some labels have not been found. */
  isOpen(): boolean | Promise<boolean>;
  /** True if a label found on a page may not be the only match; only its query, or all pages, show that. */
  readonly mayHaveNamesakes: boolean;
  /** Queries for each missing label that find it and few others. */
  queries(): Iterable<Iterable<LabelQuery>>;
  take(entries: readonly (LabelOrUnreadable | ListEntry)[]): void;
}

/** Scope of a search for labels. */
export interface LabelSearchOptions {
  readonly source: LabelPageSource;
  readonly signal?: AbortSignal | undefined;
  readonly whenRateLimited: RateLimitReaction;
  /** Searches only the results of the queries; searching all labels may take a request per page. */
  readonly isByQueries?: boolean;
  /** Called with the progress through all labels. */
  readonly onProgress?: ProgressListener | undefined;
}

/** Result of a search. */
export interface LabelSearchEnd {
  /** True if all labels were seen, so that labels not found do not exist. */
  readonly isComplete: boolean;
  /** Number of labels that the service counted but did not list, if all pages were read. */
  readonly missing: number;
}

/**
 * Finds the current labels; there is no endpoint for a single label. Few labels are found by their queries.
 * For many labels, pages are read as long as they find more than queries would; queries find the rest. Throws
 * the errors of the source, and `CancelledError`.
 */
export async function searchLabels(
  sought: SoughtLabels,
  options: LabelSearchOptions,
): Promise<LabelSearchEnd> {
  return await new LabelSearch(sought, options).run();
}

class LabelSearch {
  readonly #sought: SoughtLabels;
  readonly #options: LabelSearchOptions;
  #hasAsked = false;

  constructor(sought: SoughtLabels, options: LabelSearchOptions) {
    this.#sought = sought;
    this.#options = options;
  }

  async run(): Promise<LabelSearchEnd> {
    const { isByQueries = false, onProgress, signal, source, whenRateLimited } = this.#options;
    const walk = new CompleteWalk(source, {}, whenRateLimited);
    if (isByQueries || !this.#hasMoreRequestsThan(concurrentRequests)) {
      await this.#ask();
    }
    if (isByQueries || (await this.#isDone())) {
      return { isComplete: false, missing: 0 };
    }
    for await (const { entries } of walk.steps(signal)) {
      this.#sought.take(entries);
      onProgress?.(walk.count, walk.total);
      if (!this.#hasAsked && !this.#hasMoreRequestsThan(walk.pagesLeft)) {
        await this.#ask();
      }
      if (await this.#isDone()) {
        return { isComplete: false, missing: 0 };
      }
    }
    if (!this.#sought.mayHaveNamesakes && (await this.#sought.isOpen())) {
      await this.#ask();
    }
    const { isComplete, missing } = walk;
    return { isComplete, missing };
  }

  /**
   * Returns whether the search is done. Asks `isOpen` only where it matters, as it takes long for thousands
   * of labels.
   */
  async #isDone(): Promise<boolean> {
    const mayBeDone = this.#hasAsked || !this.#sought.mayHaveNamesakes;
    return mayBeDone && !(await this.#sought.isOpen());
  }

  /** Returns whether more than `count` labels are left to query, without counting all. */
  #hasMoreRequestsThan(count: number): boolean {
    let labels = 0;
    for (const _ of this.#sought.queries()) {
      labels++;
      if (labels > count) {
        return true;
      }
    }
    return false;
  }

  /** Queries the missing labels, several at a time; does nothing on a second call. */
  async #ask(): Promise<void> {
    if (this.#hasAsked) {
      return;
    }
    this.#hasAsked = true;
    const left = this.#sought.queries()[Symbol.iterator]();
    const asked = new Set<string>();
    const ending = new LinkedAbortController(this.#options.signal);
    const askOneByOne = async (): Promise<void> => {
      // All tasks share one iterator: each takes the next label that is still missing.
      for (let next = left.next(); next.done !== true; next = left.next()) {
        for (const query of next.value) {
          const key = JSON.stringify(query);
          if (!asked.has(key)) {
            asked.add(key);
            await this.#read(query, ending.signal);
          }
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrentRequests }, askOneByOne));
    } finally {
      // If one task has failed, the others are no longer needed.
      ending.abort();
      ending.dispose();
    }
  }

  /**
   * Reads the results of `query`: its first page, or all pages until the label is found if only queries are
   * searched.
   */
  async #read(query: LabelQuery, signal: AbortSignal): Promise<void> {
    const { isByQueries = false, source, whenRateLimited } = this.#options;
    if (!isByQueries) {
      const request = { ...query, current: 1, size: largePageSize };
      this.#sought.take((await source.page(request, signal, whenRateLimited)).records);
      return;
    }
    const walk = new LabelWalk(source, query, largePageSize);
    for await (const entries of walk.loadUpTo(Number.POSITIVE_INFINITY, signal, whenRateLimited)) {
      this.#sought.take(entries);
      if (!(await this.#sought.isOpen())) {
        return;
      }
    }
  }
}
