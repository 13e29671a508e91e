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

/** Row of a spreadsheet that was read. */
export interface SpreadsheetRow {
  /** Texts of the cells; numbers as typed, or with an exponent if they may be rounded. */
  readonly cells: string[];
  /** Number of the row, from 1. */
  readonly line: number;
  /** Indexes of cells that contain a date, a time or an error. */
  readonly replaced: number[];
}

/** Maximum number of rows in a spreadsheet. */
export const maximumRows = 1_048_576;

/** Maximum length of a cell's text, in UTF-16 units. */
const maximumCellLength = 32_767;

/** Returns whether a cell can hold `text`: not too long, and without unpaired surrogates. */
export function fitsCell(text: string): boolean {
  return text.length <= maximumCellLength && text.isWellFormed();
}
