import { throwIfAborted } from '../../async/abort.ts';
import { largePageSize } from '../requestLimits.ts';
import type { LabelFilter } from './labelFilter.ts';
import { LabelWalk, type LabelPageSource } from './labelWalk.ts';
import type { ListEntry } from './orderedEntries.ts';

/** How often the pages are gone through while the service says that it has more than it has shown. */
const maximumWalks = 3;

/**
 * All labels that match a filter. Pages shift while somebody adds or removes labels: what one walk through
 * them has not shown another one may.
 */
export class CompleteWalk {
  readonly #source: LabelPageSource;
  readonly #filter: LabelFilter;
  readonly #keys = new Set<string>();
  #total: number | undefined;

  constructor(source: LabelPageSource, filter: LabelFilter) {
    this.#source = source;
    this.#filter = filter;
  }

  /** How many entries have come so far. */
  get count(): number {
    return this.#keys.size;
  }

  /** How many match, if the service has said so credibly. */
  get total(): number | undefined {
    return this.#total !== undefined && this.#total >= this.count ? this.#total : undefined;
  }

  /** How many the service has not shown, of those that it says to have. */
  get missing(): number {
    return Math.max(0, (this.#total ?? 0) - this.count);
  }

  /**
   * Yields all entries as they come, each once. Waits if the service has had too many requests. Throws what
   * the source throws, and `CancelledError`.
   */
  async *entries(signal?: AbortSignal): AsyncGenerator<readonly ListEntry[], void, undefined> {
    for (let walks = 0; walks === 0 || (this.missing > 0 && walks < maximumWalks); walks++) {
      const walk = new LabelWalk(this.#source, this.#filter, largePageSize);
      for await (const entries of walk.loadUpTo(Number.POSITIVE_INFINITY, signal)) {
        this.#total = walk.total;
        const added = entries.filter((entry) => this.#isNew(entry));
        if (added.length > 0) {
          yield added;
        }
      }
      throwIfAborted(signal);
    }
  }

  #isNew(entry: ListEntry): boolean {
    const key = entry.kind === 'label' ? `label:${entry.label.id}` : entry.key;
    const isNew = !this.#keys.has(key);
    this.#keys.add(key);
    return isNew;
  }
}
