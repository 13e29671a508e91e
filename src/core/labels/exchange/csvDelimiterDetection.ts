import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { csvOptions } from './csvReading.ts';
import type { FileText } from './fileText.ts';

/** Delimiter of a file, and its declaration. */
export interface CsvDelimiter {
  readonly delimiter: string;
  /** True if the first line names the delimiter for Excel and has no cells. */
  readonly isNamed: boolean;
  /** True if the header cells are padded with blanks, so that blanks around all cells are meaningless. */
  readonly isPadded: boolean;
}

/** Supported delimiters. Spreadsheets use a semicolon if the comma is the decimal separator. */
const delimiters = [',', ';', '\t'] as const;

/** Line that declares the separator to Excel; some programs put it in quotation marks. */
const namedDelimiter = /^"?sep=([^"\r\n])"?(?:\r?\n|\r|$)/i;

/** Number of bytes searched for the first line. */
const headBytes = 16 * 1024;

const recordsSchema = z.array(z.array(z.string()));

/**
 * Returns the delimiter of a CSV file: the declared one; otherwise the one that gives the first line a cell
 * for which `isSought` is true; otherwise the one that gives it the most cells.
 */
export function detectDelimiter(
  { bytes, encoding }: FileText,
  isSought: (cell: string) => boolean,
): CsvDelimiter {
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, headBytes), { stream: true });
  const [line = '', named] = namedDelimiter.exec(head) ?? [];
  if (named !== undefined) {
    const isPadded = hasPadding(head.slice(line.length), named);
    return { delimiter: named, isNamed: true, isPadded };
  }
  const fits = delimiters.map((delimiter) => {
    const cells = firstCells(head, delimiter, true);
    return { delimiter, fit: cells.some(isSought) ? Number.POSITIVE_INFINITY : cells.length };
  });
  const { delimiter } = fits.reduce((first, second) => (second.fit > first.fit ? second : first));
  return { delimiter, isNamed: false, isPadded: hasPadding(head, delimiter) };
}

/** Returns whether the cells of the first line are padded with blanks. */
function hasPadding(head: string, delimiter: string): boolean {
  const trimmed = firstCells(head, delimiter, true);
  const cells = firstCells(head, delimiter, false);
  return trimmed.some((cell, index) => cell !== cells[index]);
}

/** Cells of the first line; empty if it is not CSV with this delimiter. */
function firstCells(head: string, delimiter: string, trim: boolean): readonly string[] {
  try {
    const [first] = recordsSchema.parse(parse(head, { ...csvOptions, delimiter, trim, to: 1 }));
    return first ?? [];
  } catch (error) {
    if (error instanceof CsvError) {
      return [];
    }
    throw error;
  }
}
