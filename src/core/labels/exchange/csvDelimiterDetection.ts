import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { csvOptions } from './csvReading.ts';

/** What separates the cells of a file, and whether its first line says so. */
export interface CsvDelimiter {
  readonly delimiter: string;
  /** Whether the first line is one that tells Excel the delimiter, and none of cells. */
  readonly isNamed: boolean;
}

/** What separates cells. Spreadsheets take a semicolon where the comma is the decimal point. */
const delimiters = [',', ';', '\t'] as const;

/** A line with which a file tells Excel what separates its cells; some programs put it into quotation marks. */
const namedDelimiter = /^"?sep=([^"\r\n])"?(?:\r?\n|\r|$)/i;

/** How much of a file is looked at for its first line. */
const headBytes = 16 * 1024;

const recordsSchema = z.array(z.array(z.string()));

/**
 * What separates the cells of a CSV file: what its first line names, otherwise what makes `isSought` true of
 * a cell of the first line, or else the most cells.
 */
export function detectDelimiter(
  bytes: Uint8Array,
  isSought: (cell: string) => boolean,
): CsvDelimiter {
  const head = new TextDecoder().decode(bytes.subarray(0, headBytes), { stream: true });
  const [, named] = namedDelimiter.exec(head) ?? [];
  if (named !== undefined) {
    return { delimiter: named, isNamed: true };
  }
  const fits = delimiters.map((delimiter) => {
    const cells = firstCells(head, delimiter);
    return { delimiter, fit: cells.some(isSought) ? Number.POSITIVE_INFINITY : cells.length };
  });
  const best = fits.reduce((first, second) => (second.fit > first.fit ? second : first));
  return { delimiter: best.delimiter, isNamed: false };
}

/** The cells of the first line; none if it is not CSV with this delimiter. */
function firstCells(head: string, delimiter: string): readonly string[] {
  try {
    const [first] = recordsSchema.parse(parse(head, { ...csvOptions, delimiter, to: 1 }));
    return first ?? [];
  } catch (error) {
    if (error instanceof CsvError) {
      return [];
    }
    throw error;
  }
}
