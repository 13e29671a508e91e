import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { RowSpan } from '../model/rowCache.ts';

/** Number of rows rendered above and below the visible ones. */
const overscan = 8;

/** Options of a row window. */
interface RowWindowOptions {
  readonly scroller: HTMLElement;
  readonly rowHeight: number;
  /** Height of the column headers above the first row. */
  readonly headerHeight: number;
  /** Called when other rows have come into view. */
  readonly onDidChange: () => void;
}

/** Part of the rows that is in the page. */
export class RowWindow {
  readonly #options: RowWindowOptions;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  #count = 0;
  #kept = -1;

  constructor(options: RowWindowOptions) {
    this.#options = options;
    this.#virtualizer = new Virtualizer(this.#virtualizerOptions());
    // Never unmounted: the rows live as long as the page.
    this.#virtualizer._didMount();
  }

  /** Sets the number of rows, and the row `kept`, which stays in the page even out of view, as it has the focus. */
  update(count: number, kept: number): void {
    if (count !== this.#count || kept !== this.#kept) {
      this.#count = count;
      this.#kept = kept;
      this.#virtualizer.setOptions(this.#virtualizerOptions());
    }
    this.#virtualizer._willUpdate();
  }

  /** Numbers of the rows that are in the page, in ascending order. */
  get rows(): readonly number[] {
    const rows = this.#virtualizer.getVirtualIndexes();
    const [first = 0] = rows;
    if (this.#kept < 0 || this.#kept >= this.#count || rows.includes(this.#kept)) {
      return rows;
    }
    return this.#kept < first ? [this.#kept, ...rows] : [...rows, this.#kept];
  }

  /** The visible rows, with those around them that are in the page. */
  get span(): RowSpan {
    const rows = this.#virtualizer.getVirtualIndexes();
    return { from: rows[0] ?? 0, to: (rows.at(-1) ?? -1) + 1 };
  }

  /** Height of all rows. */
  get height(): number {
    return this.#count * this.#options.rowHeight;
  }

  /** Number of rows to move by a page: those that fit at once, except one. */
  get page(): number {
    const { headerHeight, rowHeight, scroller } = this.#options;
    return Math.max(Math.floor((scroller.clientHeight - headerHeight) / rowHeight) - 1, 1);
  }

  /** True if the page is large enough to show rows, at least two if there are so many. */
  get isInSight(): boolean {
    const { headerHeight, rowHeight, scroller } = this.#options;
    return scroller.clientHeight >= headerHeight + Math.min(this.#count, 2) * rowHeight;
  }

  /** Scrolls as little as needed to show a row. */
  reveal(row: number): void {
    const { headerHeight, rowHeight, scroller } = this.#options;
    const top = row * rowHeight;
    const room = scroller.clientHeight - headerHeight;
    if (top < scroller.scrollTop) {
      scroller.scrollTop = top;
    } else if (top + rowHeight > scroller.scrollTop + room) {
      scroller.scrollTop = top + rowHeight - room;
    }
  }

  #virtualizerOptions(): VirtualizerOptions<HTMLElement, HTMLElement> {
    const { headerHeight, onDidChange, rowHeight, scroller } = this.#options;
    return {
      count: this.#count,
      getScrollElement: () => scroller,
      estimateSize: () => rowHeight,
      scrollMargin: headerHeight,
      overscan,
      rangeExtractor: defaultRangeExtractor,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: onDidChange,
    };
  }
}
