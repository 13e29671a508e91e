import type { GridRow } from '../protocol.ts';

/** Rows from `from` up to, and without, `to`. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Rows that are kept beside those in view: scrolling back shows them at once. */
const keptRows = 4000;

/**
 * Rows that have come. A new version makes all of them outdated: they are shown until the new ones come. A new
 * order drops them, as other labels have their numbers.
 */
export class RowCache {
  readonly #rows = new Map<number, { readonly row: GridRow; readonly version: number }>();
  #version = 0;
  #order = 0;

  /** The rows are now those of a version, in an order. */
  setVersion(version: number, order: number): void {
    if (order !== this.#order) {
      this.#rows.clear();
    }
    this.#version = version;
    this.#order = order;
  }

  /** Adds rows of the newest version that the extension had. Those of another order are ignored. */
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

  /** Returns a row, possibly outdated; undefined if it has not come. */
  at(index: number): GridRow | undefined {
    return this.#rows.get(index)?.row;
  }

  /** Returns whether all rows of a span have come, and are none but those of the newest version. */
  isComplete(span: RowSpan): boolean {
    return this.missing(span) === undefined;
  }

  /** Returns the smallest span with all rows of `span` that have not come, or are outdated. */
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

  /** Forgets rows far from `span` when there are too many. */
  prune({ from, to }: RowSpan): void {
    if (this.#rows.size <= keptRows) {
      return;
    }
    for (const index of this.#rows.keys()) {
      if (index < from - keptRows / 4 || index >= to + keptRows / 4) {
        this.#rows.delete(index);
      }
    }
  }

  #isCurrent(index: number): boolean {
    return this.#rows.get(index)?.version === this.#version;
  }
}
