import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../account/labelAddress.ts';
import { recordLimits, type Label, type LabelOrUnreadable } from '../../api/label.ts';
import type { Page } from '../../api/page.ts';
import { abortable, throwIfAborted } from '../../async/abort.ts';
import { FilterError } from '../../errors/filterError.ts';
import { ResponseSchemaError } from '../../errors/responseSchemaError.ts';
import { sizeOf } from '../../text/jsonSize.ts';
import type { ProgressListener } from '../percentSteps.ts';
import { concurrentRequests, largePageSize } from '../requestLimits.ts';
import type { LabelFilter } from './labelCriteria.ts';
import { OrderedEntries, type ListEntry } from './orderedEntries.ts';
import { PageCursor, type PagePosition } from './pageCursor.ts';
import { PageReadAhead } from './pageReadAhead.ts';

/**
 * Reaction to HTTP 429. `throw`: the user can retry. `wait`: the request is one of many, and the results of the
 * others would be lost.
 */
export type RateLimitReaction = 'throw' | 'wait';

/** A page of the labels that match a filter. */
export interface FilteredPageRequest extends LabelFilter, PagePosition {}

/** Source of pages of labels. */
export interface LabelPageSource {
  page(
    request: FilteredPageRequest,
    signal?: AbortSignal,
    whenRateLimited?: RateLimitReaction,
    onRead?: ProgressListener,
  ): Promise<Page<LabelOrUnreadable>>;
}

interface Answer {
  readonly page: Page<LabelOrUnreadable>;
  /** Number of labels that had changed when the page was requested. */
  readonly changesBefore: number;
}

/**
 * Number of pages requested ahead, twice the number of concurrent requests, so that a slow one does not delay
 * the others.
 */
const pagesAhead = 2 * concurrentRequests;

/** Maximum number of consecutive pages without a new label before a load gives up. */
const maximumFruitlessPages = 10;

/**
 * Size of records, in UTF-16 units, at which a walk ends, even with few labels: twice as much would fill the
 * memory of a window.
 */
const maximumSize = 500_000_000;

/** One walk through the pages of labels that match a filter, from the first page. */
export class LabelWalk {
  readonly #source: LabelPageSource;
  readonly #filter: LabelFilter;
  readonly #cursor: PageCursor;
  readonly #entries = new OrderedEntries();
  /** Changed labels, each with the number of its change: an older response may still have the old content. */
  readonly #changed = new Map<LabelId, { readonly label: Label; readonly number: number }>();
  #changes = 0;
  #size = 0;
  /** Number of labels that the service did not list, if reading one page required reading all labels. */
  #missingForPage = 0;
  readonly #onRead: ProgressListener | undefined;

  /**
   * `pageSize`: number of labels per request, 1 or more. `onRead` reports the progress of a page for which
   * all labels are read.
   */
  constructor(
    source: LabelPageSource,
    filter: LabelFilter,
    pageSize: number,
    onRead?: ProgressListener,
  ) {
    this.#source = source;
    this.#filter = filter;
    this.#cursor = new PageCursor(pageSize);
    this.#onRead = onRead;
  }

  /** Loaded entries, in the order of the service. */
  get entries(): readonly ListEntry[] {
    return this.#entries.all();
  }

  /** Number of loaded entries. */
  get count(): number {
    return this.#entries.count;
  }

  /** Size of the loaded records at the time of loading, in UTF-16 units. */
  get size(): number {
    return this.#size;
  }

  /** Number of matching labels, if the service gave a plausible number. */
  get total(): number | undefined {
    const { total } = this.#cursor;
    const { count } = this.#entries;
    // If the service has more labels than it reports, the total is unknown.
    const atLeast = this.hasMore ? count + 1 : count;
    return total !== undefined && total >= atLeast ? total : undefined;
  }

  /** True if there may be labels that are not loaded. */
  get hasMore(): boolean {
    return this.#cursor.hasMore;
  }

  /** Number of labels that the service counted but did not list; 0 until all pages are loaded. */
  get missing(): number {
    const { count, hasMore, total = count } = this;
    return hasMore ? 0 : Math.max(0, total - count) + this.#missingForPage;
  }

  /** The label with this id, if it is loaded. */
  find(id: LabelId): Label | undefined {
    return this.#entries.find(id);
  }

  /** Replaces the content of a loaded label; returns false if it is not loaded. */
  replace(label: Label): boolean {
    this.#changes++;
    this.#changed.set(label.id, { label, number: this.#changes });
    return this.#entries.replace(label);
  }

  /**
   * Loads until there is at least one new entry or nothing is left. Returns the new entries. Throws the
   * errors of the source, `CancelledError` once `signal` is aborted, `ResponseSchemaError` if several
   * consecutive pages contain nothing new, and `FilterError` if there are more labels than fit into memory.
   * In any case, loaded entries stay, and the next call continues from there.
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
   * Loads until there are `limit` entries or nothing is left: in large pages, several at a time, accepted in
   * the order of the service. Yields the new entries as they arrive. Waits after HTTP 429, unless
   * `whenRateLimited` is `throw`. Throws the errors of `loadNext`.
   */
  async *loadUpTo(
    limit: number,
    signal?: AbortSignal,
    whenRateLimited: RateLimitReaction = 'wait',
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
    whenRateLimited: RateLimitReaction,
    signal: AbortSignal | undefined,
  ): PageReadAhead<Answer> {
    const fetch = async (position: PagePosition, ended: AbortSignal): Promise<Answer> => {
      const changesBefore = this.#changes;
      const request = { ...this.#filter, ...position };
      const page = await this.#source.page(request, ended, whenRateLimited, this.#onRead);
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
      if (this.#size >= maximumSize) {
        throw new FilterError(
          l10n.t(
            'The labels are too large to read all of them: they have more than 500 MB. Filter by code, name or status to read fewer.',
          ),
        );
      }
      if (fruitless >= maximumFruitlessPages) {
        throw new ResponseSchemaError(l10n.t('several pages without a new label'));
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

  /** Pages to prefetch on the way to `limit` entries. */
  #upcoming(limit: number): readonly PagePosition[] {
    const pagesToLimit = Math.ceil((limit - this.#entries.count) / this.#cursor.next.size);
    return this.#cursor.upcoming(Math.min(pagesAhead, pagesToLimit) - 1);
  }

  #accept({ page, changesBefore }: Answer): readonly ListEntry[] {
    const verdict = this.#cursor.accept(page);
    this.#missingForPage = page.missing ?? 0;
    const added = verdict.kind === 'take' ? this.#entries.add(page.records, verdict.position) : [];
    this.#size += added.reduce((size, entry) => size + sizeOfEntry(entry), 0);
    for (const { label, number } of this.#changed.values()) {
      if (number > changesBefore) {
        this.#entries.replace(label);
      }
    }
    this.#cursor.settle(this.#entries.count);
    return added;
  }
}

function sizeOfEntry(entry: ListEntry): number {
  const { record } = entry.kind === 'label' ? entry.label : entry.unreadable;
  const size = sizeOf(record, recordLimits);
  // The size of an excessively nested record is unknown.
  return Number.isFinite(size) ? size : recordLimits.size;
}
