import * as z from 'zod/mini';

/** Column types, which set the number format of cells, including new ones. */
const columnKinds = ['text', 'number', 'time'] as const;

/** Column of a spreadsheet to write. */
export const spreadsheetColumnSchema = z.object({
  title: z.string(),
  kind: z.enum(columnKinds),
  /** Width in characters. */
  width: z.number(),
});

/** Column of a spreadsheet to write. */
export type SpreadsheetColumn = Readonly<z.output<typeof spreadsheetColumnSchema>>;

/** Content of a cell; text is never converted, times are in UTC. */
export const spreadsheetCellSchema = z.union([z.string(), z.number(), z.date(), z.undefined()]);

/** Content of a cell; text is never converted, times are in UTC. */
export type SpreadsheetCell = z.output<typeof spreadsheetCellSchema>;

/** Row of a spreadsheet that was read, without the texts of its cells. */
interface ReadRow {
  /** Number of the row, from 1. */
  readonly line: number;
  /** Indexes of cells that contain a date, a time or an error. */
  readonly replaced: readonly number[];
  /** Indexes of cells that contain any other number. */
  readonly numbers: readonly number[];
  /**
   * Indexes of cells that show something else than their text: numbers in a format such as a percentage, and
   * booleans, which each language writes differently.
   */
  readonly formatted: readonly number[];
}

/** Row of a spreadsheet that was read. */
export interface SpreadsheetRow extends ReadRow {
  /** Texts of the cells; numbers as typed, or with an exponent if they may be rounded. */
  readonly cells: readonly string[];
}

/**
 * Row without its empty cells, so that it takes memory only for its texts: a file of a few kilobytes can have
 * a text in the last column of each row.
 */
export interface SparseRow extends ReadRow {
  /** Texts of the non-empty cells. */
  readonly texts: readonly string[];
  /** Column of each text, from 0. */
  readonly columns: readonly number[];
  /** Number of cells, including empty ones. */
  readonly width: number;
}

/** Returns a row with its empty cells. */
export function filledRow({ columns, texts, width, ...row }: SparseRow): SpreadsheetRow {
  const cells: string[] = [];
  while (cells.length < width) {
    cells.push('');
  }
  columns.forEach((column, index) => {
    cells[column] = texts[index] ?? '';
  });
  return { ...row, cells };
}

/** Maximum number of rows in a spreadsheet. */
export const maximumRows = 1_048_576;

/** Maximum length of a cell's text, in UTF-16 units. */
export const maximumCellLength = 32_767;

/** Returns whether a cell can hold `text`: not too long, and without unpaired surrogates. */
export function fitsCell(text: string): boolean {
  return text.length <= maximumCellLength && text.isWellFormed();
}
