/** Extent of one row of a text. */
interface RowExtent {
  readonly text: { readonly length: number };
  readonly lineBreaks: number;
}

/** Place of a row in the text: offset in UTF-16 units and line, both from 0. */
export interface RowPlace {
  readonly offset: number;
  readonly line: number;
}

/** Number of rows per block. */
const blockSize = 256;

/**
 * Offsets and lines of consecutive rows. Their extents are summed up in blocks: replacing one row changes one
 * sum, and finding a place among 100,000 rows takes a few hundred sums.
 */
export class RowPlaces {
  readonly #rows: readonly RowExtent[];
  readonly #lengths: number[] = [];
  readonly #lineBreaks: number[] = [];

  constructor(rows: readonly RowExtent[]) {
    this.#rows = rows;
    let length = 0;
    let lineBreaks = 0;
    rows.forEach((row, index) => {
      length += row.text.length;
      lineBreaks += row.lineBreaks;
      if (index % blockSize === blockSize - 1 || index === rows.length - 1) {
        this.#lengths.push(length);
        this.#lineBreaks.push(lineBreaks);
        length = 0;
        lineBreaks = 0;
      }
    });
  }

  /** Length of the text. */
  get length(): number {
    return this.#lengths.reduce((sum, length) => sum + length, 0);
  }

  /** Records that the row at `index` has replaced `before`. */
  recordReplaced(index: number, before: RowExtent): void {
    const block = Math.floor(index / blockSize);
    const row = this.#rows[index] ?? before;
    this.#lengths[block] = (this.#lengths[block] ?? 0) + row.text.length - before.text.length;
    this.#lineBreaks[block] = (this.#lineBreaks[block] ?? 0) + row.lineBreaks - before.lineBreaks;
  }

  /** Place of the row at `index`. */
  placeOf(index: number): RowPlace {
    const block = Math.floor(index / blockSize);
    let offset = 0;
    let line = 0;
    for (let each = 0; each < block; each++) {
      offset += this.#lengths[each] ?? 0;
      line += this.#lineBreaks[each] ?? 0;
    }
    for (let each = block * blockSize; each < index; each++) {
      offset += this.#rows[each]?.text.length ?? 0;
      line += this.#rows[each]?.lineBreaks ?? 0;
    }
    return { offset, line };
  }

  /** Index and offset of the row that contains `offset`; at the end of the text, those of the last row. */
  rowAt(offset: number): { readonly index: number; readonly offset: number } {
    const last = this.#rows.length - 1;
    let start = 0;
    let index = 0;
    for (const length of this.#lengths) {
      if (start + length > offset || index + blockSize > last) {
        break;
      }
      start += length;
      index += blockSize;
    }
    for (; index < last; index++) {
      const length = this.#rows[index]?.text.length ?? 0;
      if (start + length > offset) {
        break;
      }
      start += length;
    }
    return { index, offset: start };
  }
}
