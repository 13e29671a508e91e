import { stringify } from 'csv-stringify/sync';
import type { Label } from '../../api/label.ts';
import { editableFields } from '../../api/labelFields.ts';

/** The columns of a CSV file of labels, in their order. */
const csvColumns = ['id', ...editableFields] as const;

/**
 * Stands in front of a text that a spreadsheet would run as a formula or turn into a number or a date
 * (OWASP, “CSV Injection”), and in front of the name of each column whose texts may have it. So a file
 * says by itself which cells to read without it, and a text that begins with one is read as it was.
 */
const guard = "'";

/** Makes a spreadsheet read a file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** The first line of a CSV file; `isExcelSafe`: one whose cells no spreadsheet runs or changes. */
export function csvHeader(isExcelSafe: boolean): string {
  const names = csvColumns.map((column) => (isExcelSafe ? `${guard}${column}` : column));
  return `${isExcelSafe ? byteOrderMark : ''}${csvLines([names])}`;
}

/** `labels` as lines of a CSV file (RFC 4180). An empty cell stands for a field that is not there. */
export function csvOf(labels: readonly Label[], isExcelSafe: boolean): string {
  const cellOf = (value: string | number = ''): string =>
    typeof value === 'string' && value !== '' && isExcelSafe ? guarded(value) : String(value);
  return csvLines(labels.map((label) => csvColumns.map((column) => cellOf(label[column]))));
}

/** A cell that `csvOf` made Excel-safe, without the guard if it has one. */
export function unguarded(cell: string): string {
  return cell.startsWith(guard) ? cell.slice(guard.length) : cell;
}

/** The name of a column, and whether its texts are guarded. */
export function readColumnName(name: string): {
  readonly name: string;
  readonly isGuarded: boolean;
} {
  const trimmed = name.trim();
  return { name: unguarded(trimmed), isGuarded: trimmed.startsWith(guard) };
}

/**
 * Only a text that begins with a letter and has no digits is left alone: signs make formulas, and digits
 * numbers and dates, also of “MAR1”. The words true and false would be written in capitals.
 */
function guarded(text: string): string {
  return /^(?!(?:true|false)$)\p{L}\P{Nd}*$/iu.test(text) ? text : `${guard}${text}`;
}

function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => Array.from(row)),
    { quoted_string: true, record_delimiter: '\r\n' },
  );
}
