import type { Page } from '../../api/page.ts';

/** A page to ask for: its number, counted from 1, and how many items it should have. */
export interface PagePosition {
  readonly current: number;
  readonly size: number;
}

/** What an answer is worth. `askAgain`: its records are not the ones that come next; ask for `next`. */
export type PageVerdict =
  | { readonly kind: 'askAgain' }
  /** Records to take; the first of them stands at `position` (from 0) in the order of the service. */
  | { readonly kind: 'take'; readonly position: number };

/** How often an answer with a greater page size than asked for is asked for anew. */
const maximumResizes = 3;

/** How often one run of requests goes back because items have gone. */
const maximumRewinds = 5;

/**
 * Where one walk through all pages of a list stands, and which page comes next. The largest page is
 * unknown (docs/interface.md, section 8), and nothing says that counts stay the same while a list is
 * read. So the place is counted in items: whatever page size the service really uses,
 * the next page asked for starts at or before the first item not yet seen, and goes back where the
 * total says that items have gone. So items may come twice. Some are missed where the total does not
 * show how many have gone: others have come in their place, or the service gives none.
 */
export class PageCursor {
  #wantedSize: number;
  #size: number;
  /** Items from the start of the list that have been seen. */
  #offset = 0;
  /** The greatest value that `#offset` has had. */
  #reached = 0;
  #total: number | undefined;
  #hasMore = true;
  #pagesSayMore = false;
  /**
   * Whether a page with fewer items than asked for means that the service caps pages without saying
   * so. `guessed`: such a page has come, and the next one shows.
   */
  #cap: 'unknown' | 'guessed' | 'settled' = 'unknown';
  #resizes = 0;
  /** How many answers in a row have named another page than the one asked for. */
  #misnamed = 0;
  #rewinds = 0;
  #hasLostItems = false;

  /** `wantedSize`: items per page to begin with, 1 or more. */
  constructor(wantedSize: number) {
    this.#wantedSize = wantedSize;
    this.#size = wantedSize;
  }

  /** How many items there are, by the last answer that said so credibly. */
  get total(): number | undefined {
    return this.#total;
  }

  /** Whether there may be items beyond those seen. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Whether the last page leaves open if there is more: asking for the next one tells. */
  get isUnsure(): boolean {
    return this.#hasMore && this.#cap === 'guessed';
  }

  /** Whether the next page is one that was seen before, because items in front of it have gone. */
  get isBehind(): boolean {
    return this.#offset < this.#reached;
  }

  /** The page that comes next. */
  get next(): PagePosition {
    return { current: Math.floor(this.#offset / this.#size) + 1, size: this.#size };
  }

  /** The pages that come after `next` if the service goes on as it said; at most `count`. */
  upcoming(count: number): readonly PagePosition[] {
    if (this.#total === undefined || this.#cap !== 'settled') {
      return [];
    }
    const { current, size } = this.next;
    const length = Math.max(0, Math.min(count, Math.ceil(this.#total / size) - current));
    return Array.from({ length }, (_, index) => ({ current: current + 1 + index, size }));
  }

  /** Asks for at least `size` items per page from now on, unless the service has given less than asked for. */
  enlarge(size: number): void {
    if (size > this.#wantedSize && this.#size === this.#wantedSize) {
      this.#wantedSize = size;
      this.#size = size;
      this.#cap = 'unknown';
    }
  }

  /** To be called before each run of requests that ends with new items. */
  begin(): void {
    this.#rewinds = 0;
  }

  /** To be called when all items of a page are known: `count` different ones so far. */
  settle(count: number): void {
    const isComplete = this.#total !== undefined && count >= this.#total && !this.#hasLostItems;
    if (isComplete && !this.#pagesSayMore) {
      this.#hasMore = false;
    }
  }

  /** Judges the answer to a request for `next`. */
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
    // A page beyond the end is empty, and says nothing against a total that is smaller.
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

  /** An answer for another page is asked for once more; a service that insists names its pages wrongly. */
  #isOtherPage(page: Page<unknown>, asked: PagePosition): boolean {
    const isNamedRightly = page.current === undefined || page.current === asked.current;
    this.#misnamed = isNamedRightly ? 0 : this.#misnamed + 1;
    return this.#misnamed === 1;
  }

  /** When items have gone since the last page, those after them have moved to the front, unseen. */
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

  /** Chooses the size to ask for from now on, and returns how many items the page stands for. */
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
      // Short again: items are missing from pages, and pages have the size asked for after all.
      this.#cap = 'settled';
      this.#size = this.#wantedSize;
    }
    return used;
  }
}

/** A count that the answer itself does not contradict. */
function credible(count: number | undefined, atLeast: number): number | undefined {
  return count !== undefined && count >= atLeast ? count : undefined;
}

/**
 * How many items apart the service's pages are. A greater size than asked for is believed only if the
 * page shows it; a page with more items than its size may repeat some of the page before.
 */
function usedSize(page: Page<unknown>, asked: PagePosition): number {
  const said = page.size === undefined || page.size === 0 ? asked.size : page.size;
  return said > asked.size && page.records.length <= asked.size ? asked.size : said;
}
