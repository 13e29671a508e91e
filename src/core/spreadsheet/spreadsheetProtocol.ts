import * as z from 'zod/mini';
import {
  filledRow,
  spreadsheetCellSchema,
  spreadsheetColumnSchema,
  type SparseRow,
  type SpreadsheetRow,
} from './spreadsheet.ts';
import { spreadsheetFaults } from './spreadsheetError.ts';

/** Request to the thread; each is answered before the next one. */
export const requestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    sheetName: z.string(),
    columns: z.array(spreadsheetColumnSchema),
  }),
  z.object({ kind: z.literal('add'), rows: z.array(z.array(spreadsheetCellSchema)) }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('open'), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('read') }),
]);

/** Request to the thread; each is answered before the next one. */
export type SpreadsheetRequest = z.output<typeof requestSchema>;

/**
 * Rows in a message, with each distinct text once: otherwise, the message would copy it for every cell that
 * contains it.
 */
const messageRowsSchema = z.object({
  kind: z.literal('rows'),
  texts: z.array(z.string()),
  rows: z.array(
    z.object({
      /** Indexes of the row's texts in `texts`. */
      texts: z.array(z.number()),
      columns: z.array(z.number()),
      width: z.number(),
      line: z.number(),
      replaced: z.array(z.number()),
      numbers: z.array(z.number()),
      formatted: z.array(z.number()),
    }),
  ),
});

type MessageRows = z.output<typeof messageRowsSchema>;

/** Response of the thread: bytes written, the row count, rows read, or a fault. */
export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), chunks: z.array(z.instanceof(Uint8Array)) }),
  z.object({ kind: z.literal('opened'), rows: z.number() }),
  messageRowsSchema,
  z.object({ kind: z.literal('failed'), fault: z.enum(spreadsheetFaults) }),
]);

/** Response of the thread: bytes written, the row count, rows read, or a fault. */
export type SpreadsheetAnswer = z.output<typeof answerSchema>;

/** Returns the message with these rows. */
export function messageRows(rows: readonly SparseRow[]): MessageRows {
  const indexes = new Map<string, number>();
  const indexOf = (text: string): number => {
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return index;
  };
  const indexed = rows.map(({ columns, formatted, numbers, replaced, texts, ...row }) => ({
    ...row,
    texts: texts.map(indexOf),
    columns: Array.from(columns),
    replaced: Array.from(replaced),
    numbers: Array.from(numbers),
    formatted: Array.from(formatted),
  }));
  return { kind: 'rows', texts: Array.from(indexes.keys()), rows: indexed };
}

/** Returns the rows of a message; cells with the same text share it. */
export function rowsOfMessage({ rows, texts }: MessageRows): readonly SpreadsheetRow[] {
  return rows.map((row) =>
    filledRow({ ...row, texts: row.texts.map((index) => texts[index] ?? '') }),
  );
}
