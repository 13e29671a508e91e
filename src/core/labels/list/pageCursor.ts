import type { Page } from '../../api/page.ts';

/** Page to request: its number, from 1, and the number of items per page. */
export interface PagePosition {
  readonly current: number;
  readonly size: number;
}

/** Verdict on a response. `askAgain`: it does not contain the next records; request `next`. */
export type PageVerdict =
  | { readonly kind: 'askAgain' }
  /** Records to take, the first of which is at `position` (from 0) in the order of the service. */
  | { readonly kind: 'take'; readonly position: number };

/** Maximum number of requests repeated because the service uses larger pages than requested. */
const maximumResizes = 3;

/** Maximum number of times that the cursor goes back, in one run of requests, because items were removed. */
const maximumRewinds = 5;

/**
 * Position of one walk through all pages of a list, and the next page. The maximum page size is unknown
 * (docs/interface.md, section 8), and totals may change while a list is read. So the position is counted in
 * items: whatever page size the service actually uses, the next page starts at or before the first item not
 * yet seen, and the cursor goes back if the total shows that items were removed. Items may therefore be
 * repeated. Some are missed if the total does not show a removal: because other items were added, or the
 * service gives no total.
 */
export class PageCursor {
  #wantedSize: number;
  #size: number;
  /** Number of items seen from the start of the list. */
  #offset = 0;
  /** Maximum value of `#offset` so far. */
  #reached = 0;
  #total: number | undefined;
  #hasMore = true;
  #pagesSayMore = false;
  /**
   * Knowledge about a service that silently limits pages. `guessed`: a page had fewer items than requested,
   * and the next page decides.
   */
  #cap: 'unknown' | 'guessed' | 'settled' = 'unknown';
  #resizes = 0;
  /** Number of consecutive responses with a page number other than requested. */
  #misnamed = 0;
  #rewinds = 0;
  #hasLostItems = false;

  /** `wantedSize`: initial number of items per page, 1 or more. */
  constructor(wantedSize: number) {
    this.#wantedSize = wantedSize;
    this.#size = wantedSize;
  }

  /** Number of items, according to the last plausible response. */
  get total(): number | undefined {
    return this.#total;
  }

  /** True if there may be items beyond those seen. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** True if the last page leaves open whether there is more; the next request shows it. */
  get isUnsure(): boolean {
    return this.#hasMore && this.#cap === 'guessed';
  }

  /** True if the next page was seen before, because items in front of it were removed. */
  get isBehind(): boolean {
    return this.#offset < this.#reached;
  }

  /** Next page. */
  get next(): PagePosition {
    return { current: Math.floor(this.#offset / this.#size) + 1, size: this.#size };
  }

  /** Pages after `next`, as implied by the last response; at most `count`. */
  upcoming(count: number): readonly PagePosition[] {
    if (this.#total === undefined || this.#cap !== 'settled') {
      return [];
    }
    const { current, size } = this.next;
    const length = Math.max(0, Math.min(count, Math.ceil(this.#total / size) - current));
    return Array.from({ length }, (_, index) => ({ current: current + 1 + index, size }));
  }

  /**
   * Requests at least `size` items per page from now on, unless the service has returned fewer than
   * requested.
   */
  enlarge(size: number): void {
    if (size > this.#wantedSize && this.#size === this.#wantedSize) {
      this.#wantedSize = size;
      this.#size = size;
      this.#cap = 'unknown';
    }
  }

  /** Starts a run of requests, which ends with new items. */
  begin(): void {
    this.#rewinds = 0;
  }

  /** Takes the number of different items known so far, after all items of a page were added. */
  settle(count: number): void {
    const isComplete = this.#total !== undefined && count >= this.#total && !this.#hasLostItems;
    if (isComplete && !this.#pagesSayMore) {
      this.#hasMore = false;
    }
  }

  /** Judges the response to a request for `next`. */
  accept(page: Page<unknown>): PageVerdict {
    const asked = this.next;
    const count = page.records.length;
    if (this.#isOtherPage(page, asked)) {
      return { kind: 'askAgain' };
    }
    const used = usedSize(page, asked);
    if ((asked.current - 1) * used > this.#offset && this.#resizes < maximumResizes) {
      this.#resizes++;
      this.#size = used;
      return { kind: 'askAgain' };
    }
    const position = (asked.current - 1) * used;
    // A page beyond the end is empty, and does not contradict a smaller total.
    const total = credible(page.total, count === 0 ? 0 : position + count);
    if (this.#rewind(total)) {
      return { kind: 'askAgain' };
    }
    const pages = credible(page.pages, count === 0 ? 0 : asked.current);
    this.#pagesSayMore = pages !== undefined && asked.current < pages;
    const stride = this.#settleSize(page, asked, used, { total, pages });
    this.#offset = Math.max(this.#offset, asked.current * stride);
    this.#reached = Math.max(this.#reached, this.#offset);
    this.#total = total;
    this.#hasMore =
      total === undefined && pages === undefined
        ? count > 0
        : (total !== undefined && this.#offset < total) || this.#pagesSayMore;
    return { kind: 'take', position };
  }

  /**
   * Returns whether the service returned a page other than requested. Such a page is requested once more; if
   * its number is wrong again, it is accepted as misnumbered.
   */
  #isOtherPage(page: Page<unknown>, asked: PagePosition): boolean {
    const isNamedRightly = page.current === undefined || page.current === asked.current;
    this.#misnamed = isNamedRightly ? 0 : this.#misnamed + 1;
    return this.#misnamed === 1;
  }

  /**
   * Goes back if items were removed since the last page, because later items have moved forward unseen.
   * Returns whether it went back.
   */
  #rewind(total: number | undefined): boolean {
    const gone = total === undefined || this.#total === undefined ? 0 : this.#total - total;
    if (gone <= 0 || this.#offset === 0 || this.#rewinds >= maximumRewinds) {
      return false;
    }
    this.#rewinds++;
    this.#hasLostItems = true;
    this.#offset = Math.max(0, this.#offset - gone);
    this.#total = total;
    return true;
  }

  /** Chooses the size of the next requests, and returns the number of items that the page covers. */
  #settleSize(
    page: Page<unknown>,
    asked: PagePosition,
    used: number,
    counts: { readonly total: number | undefined; readonly pages: number | undefined },
  ): number {
    const count = page.records.length;
    if (used !== asked.size) {
      this.#size = used;
      this.#cap = 'settled';
      return used;
    }
    const isLast =
      (counts.total !== undefined && counts.total <= (asked.current - 1) * used + count) ||
      (counts.total === undefined && counts.pages === asked.current);
    if (count >= used) {
      this.#cap = 'settled';
    } else if (count > 0 && !isLast && this.#cap === 'unknown') {
      this.#cap = 'guessed';
      this.#size = count;
      return count;
    } else if (count > 0 && !isLast && this.#cap === 'guessed') {
      // Short again: items are missing from pages, whose size is the requested one after all.
      this.#cap = 'settled';
      this.#size = this.#wantedSize;
    }
    return used;
  }
}

/** Returns a count unless the response itself contradicts it. */
function credible(count: number | undefined, atLeast: number): number | undefined {
  return count !== undefined && count >= atLeast ? count : undefined;
}

/**
 * Number of items between the starts of the service's pages. A larger size than requested is believed only if
 * the page proves it; a page with more items than its size may repeat some of the previous one.
 */
function usedSize(page: Page<unknown>, asked: PagePosition): number {
  const said = page.size === undefined || page.size === 0 ? asked.size : page.size;
  return said > asked.size && page.records.length <= asked.size ? asked.size : said;
}
