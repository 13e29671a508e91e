import * as z from 'zod/mini';
import {
  spreadsheetCellSchema,
  spreadsheetColumnSchema,
  spreadsheetRowSchema,
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
  z.object({ kind: z.literal('read'), count: z.number() }),
]);

/** Request to the thread; each is answered before the next one. */
export type SpreadsheetRequest = z.output<typeof requestSchema>;

/** Response of the thread: bytes written, the row count, rows read, or a fault. */
export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), chunks: z.array(z.instanceof(Uint8Array)) }),
  z.object({ kind: z.literal('opened'), rows: z.number() }),
  z.object({ kind: z.literal('rows'), rows: z.array(spreadsheetRowSchema) }),
  z.object({ kind: z.literal('failed'), fault: z.enum(spreadsheetFaults) }),
]);

/** Response of the thread: bytes written, the row count, rows read, or a fault. */
export type SpreadsheetAnswer = z.output<typeof answerSchema>;
