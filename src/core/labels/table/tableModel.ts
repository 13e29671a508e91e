import { throwIfAborted } from '../../async/abort.ts';
import { inSlices } from '../../async/slices.ts';
import type { TextReplacement } from '../document/labelDocumentEdit.ts';
import { type RowPlace, RowPlaces } from './rowPlaces.ts';
import { SegmentReader } from './segmentReader.ts';
import { scanRows, type PlacedRow, type TableRow } from './tableRow.ts';
import { textSegments, type TextSegment } from './textSegments.ts';

/** Rows that a change of the text has replaced, without the header. */
export interface RowChange {
  readonly removed: readonly TableRow[];
  readonly added: readonly TableRow[];
  /** True if other rows may have moved to other positions. */
  readonly isStructural: boolean;
}

/** Consecutive rows that replace others. */
interface RowSplice {
  readonly first: number;
  readonly removed: readonly PlacedRow[];
  readonly added: readonly PlacedRow[];
}

/** Rows of a table's text. After a change of the text, only the changed rows are scanned. */
export class TableModel {
  /** All rows, the header first. */
  #rows: PlacedRow[];
  #places: RowPlaces;
  readonly #byId: RowsById;
  #version = 0;

  private constructor(rows: PlacedRow[], byId: RowsById) {
    this.#rows = rows;
    this.#byId = byId;
    this.#places = new RowPlaces(rows);
  }

  /** Scans `text`, yielding to other work between slices. Throws `CancelledError`. */
  static async of(text: string, signal?: AbortSignal): Promise<TableModel> {
    const rows: PlacedRow[] = [];
    const byId = new RowsById();
    for await (const slice of inSlices(scanRows(text))) {
      throwIfAborted(signal);
      for (const row of slice) {
        row.index = rows.length - 1;
        rows.push(row);
        if (row.index >= 0) {
          byId.add(row);
        }
      }
    }
    return new TableModel(rows, byId);
  }

  /** First row, which names the columns; undefined for an empty text. */
  get header(): TableRow | undefined {
    return this.#rows[0];
  }

  /** Number of rows, without the header. */
  get rowCount(): number {
    return Math.max(0, this.#rows.length - 1);
  }

  /** Number of changes so far: results for an earlier version may no longer be valid. */
  get version(): number {
    return this.#version;
  }

  /** Length of the text in UTF-16 units. */
  get length(): number {
    return this.#places.length;
  }

  /** The row at `index`. */
  row(index: number): TableRow | undefined {
    return index < 0 ? undefined : this.#rows[index + 1];
  }

  /** All rows in order, without the header. */
  *rows(): Generator<TableRow, void, undefined> {
    for (let index = 1; index < this.#rows.length; index++) {
      const row = this.#rows[index];
      if (row !== undefined) {
        yield row;
      }
    }
  }

  /** Rows with this id, in no particular order; more than one is a problem. */
  rowsOf(id: string): readonly TableRow[] {
    return this.#byId.of(id);
  }

  /** Returns whether several rows have this id. */
  isRepeated(id: string): boolean {
    return this.#byId.isRepeated(id);
  }

  /** Place of a row's first character. */
  placeOf(row: TableRow): RowPlace {
    return this.#places.placeOf(row.index + 1);
  }

  /** Row that contains `offset`; undefined for the header. */
  rowAt(offset: number): TableRow | undefined {
    return this.row(this.#places.rowAt(offset).index - 1);
  }

  /** Text between two offsets. */
  textBetween(start: number, end: number): string {
    const { index, offset } = this.#places.rowAt(start);
    let text = '';
    for (let at = index; offset + text.length < end && at < this.#rows.length; at++) {
      text += this.#rows[at]?.text ?? '';
    }
    return text.slice(start - offset, end - offset);
  }

  /**
   * Applies changes of the text, and returns the replaced rows. Offsets refer to the text before all changes,
   * as editors report them.
   */
  apply(changes: readonly TextReplacement[]): RowChange {
    this.#version++;
    const segments = textSegments(changes, { rows: this.#rows, places: this.#places });
    const splices = this.#splices(segments);
    const isStructural = splices.some(({ added, removed }) => added.length !== removed.length);
    const removed = splices.flatMap((splice) => splice.removed).filter(isNoHeader);
    removed.forEach((row) => this.#byId.delete(row));
    if (isStructural) {
      this.#move(splices);
    } else {
      splices.forEach((splice) => this.#replace(splice));
    }
    const added = splices.flatMap((splice) => splice.added).filter(isNoHeader);
    added.forEach((row) => this.#byId.add(row));
    return { removed, added, isStructural };
  }

  /** Scans the changed segments. */
  #splices(segments: readonly TextSegment[]): readonly RowSplice[] {
    const splices: RowSplice[] = [];
    for (let segment = segments[0]; segment !== undefined;) {
      const reader = new SegmentReader(segments, segment, this.#rows);
      const added = Array.from(reader.rows());
      const removed = this.#rows.slice(reader.first, reader.end);
      splices.push(withoutSameRows(reader.first, removed, added));
      segment = segments[reader.nextSegment];
    }
    return splices;
  }

  #replace({ added, first, removed }: RowSplice): void {
    for (const [index, row] of added.entries()) {
      const before = removed[index];
      this.#rows[first + index] = row;
      row.index = first + index - 1;
      if (before !== undefined) {
        this.#places.recordReplaced(first + index, before);
      }
    }
  }

  /** Applies splices that move later rows to other indexes. */
  #move(splices: readonly RowSplice[]): void {
    let rows: readonly PlacedRow[] = [];
    let at = 0;
    for (const { added, first, removed } of splices) {
      rows = rows.concat(this.#rows.slice(at, first), added);
      at = first + removed.length;
    }
    this.#rows = rows.concat(this.#rows.slice(at));
    for (let index = splices[0]?.first ?? 0; index < this.#rows.length; index++) {
      const row = this.#rows[index];
      if (row !== undefined) {
        row.index = index - 1;
      }
    }
    this.#places = new RowPlaces(this.#rows);
  }
}

function isNoHeader({ index }: TableRow): boolean {
  return index >= 0;
}

/**
 * Returns a splice without the unchanged rows at both ends. A splice with the header stays whole, as another
 * row may become the header.
 */
function withoutSameRows(
  first: number,
  removed: readonly PlacedRow[],
  added: readonly PlacedRow[],
): RowSplice {
  if (first === 0) {
    return { first, removed, added };
  }
  const shorter = Math.min(removed.length, added.length);
  const isSame = (index: number): boolean => removed.at(index)?.text === added.at(index)?.text;
  let start = 0;
  while (start < shorter && isSame(start)) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && isSame(-1 - end)) {
    end++;
  }
  return {
    first: first + start,
    removed: removed.slice(start, removed.length - end),
    added: added.slice(start, added.length - end),
  };
}

/** Rows by id. Nearly every id has one row. */
class RowsById {
  /** One row of each id. */
  readonly #rows = new Map<string, TableRow>();
  /** All rows of the ids that have several. */
  readonly #repeated = new Map<string, Set<TableRow>>();

  /** Rows with this id, in no particular order. */
  of(id: string): readonly TableRow[] {
    const row = this.#rows.get(id);
    return row === undefined ? [] : Array.from(this.#repeated.get(id) ?? [row]);
  }

  /** Returns whether several rows have this id. */
  isRepeated(id: string): boolean {
    return this.#repeated.has(id);
  }

  add(row: TableRow): void {
    const other = this.#rows.get(row.id);
    if (other === undefined) {
      this.#rows.set(row.id, row);
    } else {
      this.#repeated.set(row.id, (this.#repeated.get(row.id) ?? new Set([other])).add(row));
    }
  }

  delete(row: TableRow): void {
    const rows = this.#repeated.get(row.id);
    rows?.delete(row);
    const [other] = rows ?? [];
    if (other === undefined) {
      this.#rows.delete(row.id);
    } else {
      this.#rows.set(row.id, other);
    }
    if (rows?.size === 1) {
      this.#repeated.delete(row.id);
    }
  }
}
