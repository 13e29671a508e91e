import { stringify } from 'csv-stringify/sync';
import type { Label } from '../../api/label.ts';
import { editableFields } from '../../api/labelFields.ts';

/** How a CSV file is written. */
export interface CsvDialect {
  readonly delimiter: ',' | ';';
  /** Whether no spreadsheet may run or change what is in the cells. */
  readonly isExcelSafe: boolean;
}

/** The columns that every label has, in their order. */
export const labelColumns: readonly string[] = ['id', ...editableFields];

/**
 * Stands in front of a text that a spreadsheet would run as a formula or turn into a number or a date
 * (OWASP, “CSV Injection”), and in front of the name of each column whose texts may have it. So a file
 * says by itself which cells to read without it, and a text that begins with one is read as it was.
 */
const guard = "'";

/** Makes a spreadsheet read a file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** How many digits of a number a spreadsheet keeps. */
const exactDigits = 15;

/** The columns for all fields of `labels`: those that every label has first, others as they come. */
export function allColumns(labels: Iterable<Label>): readonly string[] {
  const columns = new Set(labelColumns);
  for (const { record } of labels) {
    for (const name of Object.keys(record)) {
      columns.add(name);
    }
  }
  return Array.from(columns);
}

/** The first line of a CSV file with these columns. */
export function csvHeader(columns: readonly string[], dialect: CsvDialect): string {
  const { isExcelSafe } = dialect;
  const names = columns.map((column) => (isExcelSafe ? `${guard}${column}` : column));
  return `${isExcelSafe ? byteOrderMark : ''}${csvLines([names], dialect)}`;
}

/** `labels` as lines of a CSV file (RFC 4180). An empty cell stands for a field that is not there. */
export function csvOf(
  labels: readonly Label[],
  columns: readonly string[],
  dialect: CsvDialect,
): string {
  const rows = labels.map(({ record }) =>
    columns.map((column) => cellOf(record[column], dialect.isExcelSafe)),
  );
  return csvLines(rows, dialect);
}

/** `labels` as rows that can be pasted into a spreadsheet, in the order of `labelColumns`. */
export function tabSeparatedText(labels: readonly Label[]): string {
  const rows = labels.map(({ record }) =>
    labelColumns.map((column) => cellOf(record[column], false)),
  );
  return stringify(rows, { delimiter: '\t' });
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

/** A value of any kind as text; a missing one is empty. */
function cellOf(value: unknown, isExcelSafe: boolean): string {
  if (value === undefined || value === null || value === '') {
    return '';
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isExactNumber = typeof value === 'number' && text.length <= exactDigits;
  return isExcelSafe && !isExactNumber ? guarded(text) : text;
}

/**
 * Only a text that begins with a letter and has no digits is left alone: signs make formulas, and digits
 * numbers and dates, also of “MAR1”. The words true and false would be written in capitals.
 */
function guarded(text: string): string {
  return /^(?!(?:true|false)$)\p{L}\P{Nd}*$/iu.test(text) ? text : `${guard}${text}`;
}

function csvLines(rows: readonly (readonly string[])[], { delimiter }: CsvDialect): string {
  return stringify(
    rows.map((row) => Array.from(row)),
    { delimiter, quoted_string: true, record_delimiter: '\r\n' },
  );
}
