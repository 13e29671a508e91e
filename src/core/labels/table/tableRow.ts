import { foldedText } from '../../text/searchWords.ts';
import { scanRecord, type RecordFault } from './recordScan.ts';

/** Row of a table's text. */
export interface TableRow {
  /** Position among the rows, from 0; −1 for the header. */
  readonly index: number;
  /** Id of the label, as written. */
  readonly id: string;
  /** Cells in the order of the columns; there may be too few or too many. */
  readonly cells: readonly string[];
  /** Its text, with its line breaks and the blank lines after it. */
  readonly text: string;
  /** Its text, folded for searching words. */
  readonly folded: string;
  /** Number of line breaks within its cells. */
  readonly innerLineBreaks: number;
  /** Length of its text without the line breaks at its end. */
  readonly contentLength: number;
  readonly fault: RecordFault | undefined;
}

/** Row of a `TableModel`. Only its index changes; a changed text makes a new row. */
export class PlacedRow implements TableRow {
  index = -1;
  readonly cells: readonly string[];
  readonly text: string;
  readonly lineBreaks: number;
  readonly innerLineBreaks: number;
  readonly contentLength: number;
  readonly fault: RecordFault | undefined;
  #folded: string | undefined;

  /** Scans the row at `start`. */
  constructor(text: string, start: number) {
    const record = scanRecord(text, start);
    this.text = text.slice(start, record.end);
    this.cells = record.cells;
    this.lineBreaks = record.lineBreaks;
    this.innerLineBreaks = record.innerLineBreaks;
    this.contentLength = record.contentLength;
    this.fault = record.fault;
  }

  /** True if a line break ends the row; otherwise the scanned text ends with it. */
  get isTerminated(): boolean {
    return this.contentLength < this.text.length;
  }

  /** Text folded at the first search and then cached, as each keystroke in a filter searches all rows again. */
  get folded(): string {
    this.#folded ??= foldedText(this.text);
    return this.#folded;
  }

  get id(): string {
    return this.cells[0] ?? '';
  }
}

/** Scans all rows of `text`, the header first. */
export function* scanRows(text: string): Generator<PlacedRow, void, undefined> {
  for (let at = 0; at < text.length;) {
    const row = new PlacedRow(text, at);
    yield row;
    at += row.text.length;
  }
}
