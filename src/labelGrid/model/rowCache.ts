import type { GridRow } from '../protocol.ts';

/** Rows from `from` up to but excluding `to`. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Number of cached rows above which distant ones are dropped; scrolling back shows cached rows at once. */
const maximumCachedRows = 4000;

/**
 * Rows received from the extension. A new version makes all of them outdated; they are shown until newer rows
 * arrive. A new order drops them, as the row numbers then belong to other labels.
 */
export class RowCache {
  readonly #rows = new Map<number, { readonly row: GridRow; readonly version: number }>();
  #version = 0;
  #order = 0;

  /** Sets the current version and order of the rows. */
  setVersion(version: number, order: number): void {
    if (order !== this.#order) {
      this.#rows.clear();
    }
    this.#version = version;
    this.#order = order;
  }

  /** Adds rows of `version`; rows of another order are ignored. */
  add(
    { from, rows }: { readonly from: number; readonly rows: readonly GridRow[] },
    version: number,
    order: number,
  ): void {
    if (order !== this.#order) {
      return;
    }
    for (const [index, row] of rows.entries()) {
      this.#rows.set(from + index, { row, version });
    }
  }

  /** Returns a row, possibly outdated; undefined if it is not loaded. */
  at(index: number): GridRow | undefined {
    return this.#rows.get(index)?.row;
  }

  /** Returns whether all rows of a span are loaded and up to date. */
  isComplete(span: RowSpan): boolean {
    return this.missing(span) === undefined;
  }

  /** Returns the smallest span that contains all missing or outdated rows of a span; undefined if there are none. */
  missing({ from, to }: RowSpan): RowSpan | undefined {
    let first = from;
    while (first < to && this.#isCurrent(first)) {
      first++;
    }
    let last = to;
    while (last > first && this.#isCurrent(last - 1)) {
      last--;
    }
    return first < last ? { from: first, to: last } : undefined;
  }

  /** Drops rows far from a span if too many are cached. */
  prune({ from, to }: RowSpan): void {
    if (this.#rows.size <= maximumCachedRows) {
      return;
    }
    for (const index of this.#rows.keys()) {
      if (index < from - maximumCachedRows / 4 || index >= to + maximumCachedRows / 4) {
        this.#rows.delete(index);
      }
    }
  }

  #isCurrent(index: number): boolean {
    return this.#rows.get(index)?.version === this.#version;
  }
}
