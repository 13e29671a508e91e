import type { TextSpan } from '../document/labelText.ts';
import { normalizedCell } from './tableColumns.ts';

/** Fault of a record's quotation marks, in the cell at `column`. */
export interface RecordFault {
  /**
   * `openQuote`: the quoted cell is not closed; `strayQuote`: a quotation mark is in an unquoted cell, or not
   * doubled in a quoted one.
   */
  readonly kind: 'openQuote' | 'strayQuote';
  readonly column: number;
}

/** Record of a CSV text. */
export interface ScannedRecord {
  /** Offset of the next record. Blank lines belong to the record before them. */
  readonly end: number;
  readonly cells: readonly string[];
  /** Number of line breaks, including those at its end. */
  readonly lineBreaks: number;
  /** Number of line breaks within its cells. */
  readonly innerLineBreaks: number;
  /** Length of its cells, without the line breaks at its end. */
  readonly contentLength: number;
  readonly fault: RecordFault | undefined;
}

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Scans the record at `start` (RFC 4180). A quotation mark that neither begins nor ends a cell is part of the
 * cell, so that a missing or extra one changes the structure of its own lines only.
 */
export function scanRecord(text: string, start: number): ScannedRecord {
  const cells: string[] = [];
  let fault: RecordFault | undefined;
  let at = start;
  for (;;) {
    const cell = text.charCodeAt(at) === quote ? quotedCellAt(text, at) : bareCellAt(text, at);
    if (cell.fault !== undefined) {
      fault ??= { kind: cell.fault, column: cells.length };
    }
    cells.push(valueOfCellText(text, at, cell));
    at = cell.end;
    if (text.charCodeAt(at) !== comma) {
      break;
    }
    at++;
  }
  const innerLineBreaks = lineBreaksIn(text, start, at);
  const contentEnd = at;
  while (isLineBreak(text.charCodeAt(at))) {
    at++;
  }
  return {
    end: at,
    cells,
    lineBreaks: innerLineBreaks + lineBreaksIn(text, contentEnd, at),
    innerLineBreaks,
    contentLength: contentEnd - start,
    fault,
  };
}

/** Places of the cells of the record at the beginning of `text`, including their quotation marks. */
export function cellPlaces(text: string): readonly TextSpan[] {
  const places: TextSpan[] = [];
  for (let at = 0; ; at++) {
    const { end } = text.charCodeAt(at) === quote ? quotedCellAt(text, at) : bareCellAt(text, at);
    places.push({ offset: at, length: end - at });
    at = end;
    if (text.charCodeAt(at) !== comma) {
      return places;
    }
  }
}

interface ScannedCell {
  readonly end: number;
  readonly isQuoted: boolean;
  readonly hasQuotes: boolean;
  readonly fault: RecordFault['kind'] | undefined;
}

function quotedCellAt(text: string, start: number): ScannedCell {
  let hasQuotes = false;
  let fault: RecordFault['kind'] | undefined;
  for (let from = start + 1; ;) {
    const at = text.indexOf('"', from);
    if (at === -1) {
      return { end: text.length, isQuoted: true, hasQuotes, fault: 'openQuote' };
    }
    const next = text.charCodeAt(at + 1);
    if (next === comma || isLineBreak(next) || at + 1 === text.length) {
      return { end: at + 1, isQuoted: true, hasQuotes, fault };
    }
    hasQuotes = true;
    if (next === quote) {
      from = at + 2;
    } else {
      fault ??= 'strayQuote';
      from = at + 1;
    }
  }
}

function bareCellAt(text: string, start: number): ScannedCell {
  let fault: RecordFault['kind'] | undefined;
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === comma || isLineBreak(code)) {
      break;
    }
    fault = code === quote ? 'strayQuote' : fault;
  }
  return { end, isQuoted: false, hasQuotes: false, fault };
}

function valueOfCellText(text: string, start: number, cell: ScannedCell): string {
  if (!cell.isQuoted) {
    return normalizedCell(text.slice(start, cell.end));
  }
  const content = text.slice(start + 1, cell.fault === 'openQuote' ? cell.end : cell.end - 1);
  return normalizedCell(cell.hasQuotes ? content.replaceAll('""', '"') : content);
}

function isLineBreak(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

/** Number of line breaks between two offsets, as editors count them. */
function lineBreaksIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) {
      count++;
    }
  }
  return count;
}
