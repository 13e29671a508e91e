import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../account/labelAddress.ts';
import type { Label, LabelOrUnreadable } from '../../api/label.ts';
import type { Page } from '../../api/page.ts';
import { abortable, throwIfAborted } from '../../async/abort.ts';
import { ResponseSchemaError } from '../../errors/responseSchemaError.ts';
import { concurrentRequests, largePageSize } from '../requestLimits.ts';
import type { LabelFilter } from './labelFilter.ts';
import { OrderedEntries, type ListEntry } from './orderedEntries.ts';
import { PageCursor, type PagePosition } from './pageCursor.ts';
import { PageReadAhead } from './pageReadAhead.ts';

/**
 * What is done about a request that the service has no time for (HTTP 429). `throw`: somebody may try
 * again. `wait`: it is one of many, and what the others have brought would be lost.
 */
export type WhenRateLimited = 'throw' | 'wait';

/** A page of the labels that match a filter. */
export interface FilteredPageRequest extends LabelFilter, PagePosition {}

/** Where pages of labels come from. */
export interface LabelPageSource {
  page(
    request: FilteredPageRequest,
    signal?: AbortSignal,
    whenRateLimited?: WhenRateLimited,
  ): Promise<Page<LabelOrUnreadable>>;
}

interface Answer {
  readonly page: Page<LabelOrUnreadable>;
  /** How many labels had been changed when the page was asked for. */
  readonly changesBefore: number;
}

/**
 * How far ahead pages may be asked for: as many again as run at a time, so that one that takes long does
 * not keep the others waiting.
 */
const pagesAhead = 2 * concurrentRequests;

/** How many pages in a row may bring nothing new before a load gives up. */
const maximumFruitlessPages = 10;

/** One walk through the pages of labels that match a filter, from the first page on. */
export class LabelWalk {
  readonly #source: LabelPageSource;
  readonly #filter: LabelFilter;
  readonly #cursor: PageCursor;
  readonly #entries = new OrderedEntries();
  /** Changed labels, and the number of each change: an older answer may still hold their old content. */
  readonly #changed = new Map<LabelId, { readonly label: Label; readonly number: number }>();
  #changes = 0;

  /** `pageSize`: labels to ask for at a time, 1 or more. */
  constructor(source: LabelPageSource, filter: LabelFilter, pageSize: number) {
    this.#source = source;
    this.#filter = filter;
    this.#cursor = new PageCursor(pageSize);
  }

  /** What is loaded, in the order of the service. */
  get entries(): readonly ListEntry[] {
    return this.#entries.all();
  }

  /** How many entries are loaded. */
  get count(): number {
    return this.#entries.count;
  }

  /** How many labels match, if the service said so credibly. */
  get total(): number | undefined {
    const { total } = this.#cursor;
    const { count } = this.#entries;
    // Where the service has more than it says, it is not known how many there are.
    const atLeast = this.hasMore ? count + 1 : count;
    return total !== undefined && total >= atLeast ? total : undefined;
  }

  /** Whether there may be labels that are not loaded. */
  get hasMore(): boolean {
    return this.#cursor.hasMore;
  }

  /** How many labels the service counts beyond those that it has listed; 0 until it has listed all that it does. */
  get missing(): number {
    const { count, hasMore, total = count } = this;
    return hasMore ? 0 : Math.max(0, total - count);
  }

  /** The label with this id, if it is loaded. */
  find(id: LabelId): Label | undefined {
    return this.#entries.find(id);
  }

  /** Gives a loaded label its new content; false if it is not loaded. */
  replace(label: Label): boolean {
    this.#changes++;
    this.#changed.set(label.id, { label, number: this.#changes });
    return this.#entries.replace(label);
  }

  /**
   * Loads until there is at least one new entry, or no more. Returns the new entries. Throws what the
   * source throws, `CancelledError` once `signal` is aborted, and `ResponseSchemaError` if one page
   * after the other brings nothing new. Whatever it throws, what was loaded stays, and the next call
   * goes on from there.
   */
  async loadNext(signal?: AbortSignal): Promise<readonly ListEntry[]> {
    const readAhead = this.#readAhead('throw', signal);
    try {
      return await this.#loadNext(readAhead, this.#entries.count, signal);
    } finally {
      readAhead.dispose();
    }
  }

  /**
   * Loads until `limit` entries are there, or no more: large pages, several at a time, taken in the
   * order of the service. Yields the new entries as they come. Waits if the service has had too many
   * requests, unless `whenRateLimited` says otherwise. Throws what `loadNext` throws.
   */
  async *loadUpTo(
    limit: number,
    signal?: AbortSignal,
    whenRateLimited: WhenRateLimited = 'wait',
  ): AsyncGenerator<readonly ListEntry[], void, undefined> {
    const readAhead = this.#readAhead(whenRateLimited, signal);
    if (limit - this.#entries.count > largePageSize) {
      this.#cursor.enlarge(largePageSize);
    }
    try {
      while (this.hasMore && this.#entries.count < limit) {
        yield await this.#loadNext(readAhead, limit, signal);
      }
    } finally {
      readAhead.dispose();
    }
  }

  #readAhead(
    whenRateLimited: WhenRateLimited,
    signal: AbortSignal | undefined,
  ): PageReadAhead<Answer> {
    const fetch = async (position: PagePosition, ended: AbortSignal): Promise<Answer> => {
      const changesBefore = this.#changes;
      const request = { ...this.#filter, ...position };
      const page = await this.#source.page(request, ended, whenRateLimited);
      return { page, changesBefore };
    };
    return new PageReadAhead(fetch, { atATime: concurrentRequests, signal });
  }

  async #loadNext(
    readAhead: PageReadAhead<Answer>,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly ListEntry[]> {
    let newEntries: readonly ListEntry[] = [];
    let fruitless = 0;
    this.#cursor.begin();
    while (this.hasMore && (newEntries.length === 0 || this.#cursor.isUnsure)) {
      throwIfAborted(signal);
      if (fruitless >= maximumFruitlessPages) {
        throw new ResponseSchemaError(l10n.t('page after page without a new label'));
      }
      const answer = readAhead.take(this.#cursor.next, this.#upcoming(limit));
      const received = await abortable(answer, signal);
      throwIfAborted(signal);
      const added = this.#accept(received);
      newEntries = newEntries.length === 0 ? added : newEntries.concat(added);
      fruitless += added.length === 0 && !this.#cursor.isBehind ? 1 : 0;
    }
    return newEntries;
  }

  /** The pages to read ahead on the way to `limit` entries. */
  #upcoming(limit: number): readonly PagePosition[] {
    const pagesToLimit = Math.ceil((limit - this.#entries.count) / this.#cursor.next.size);
    return this.#cursor.upcoming(Math.min(pagesAhead, pagesToLimit) - 1);
  }

  #accept({ page, changesBefore }: Answer): readonly ListEntry[] {
    const verdict = this.#cursor.accept(page);
    const added = verdict.kind === 'take' ? this.#entries.add(page.records, verdict.position) : [];
    for (const { label, number } of this.#changed.values()) {
      if (number > changesBefore) {
        this.#entries.replace(label);
      }
    }
    this.#cursor.settle(this.#entries.count);
    return added;
  }
}
