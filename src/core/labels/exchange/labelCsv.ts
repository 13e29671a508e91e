import { stringify } from 'csv-stringify/sync';
import type { Label } from '../../api/label.ts';
import { labelColumns } from '../labelColumns.ts';
import { guardedInCsv } from './csvGuard.ts';
import { tabSeparated } from './tabSeparated.ts';

/** Columns for all fields of `labels`: first those of every label, then others in order of appearance. */
export function allColumns(labels: Iterable<Label>): readonly string[] {
  const columns = new Set<string>(labelColumns);
  for (const { record } of labels) {
    for (const name of Object.keys(record)) {
      columns.add(name);
    }
  }
  return Array.from(columns);
}

/** First line of a CSV file with these columns. */
export function csvHeader(columns: readonly string[]): string {
  return csvLines([columns.map(guardedInCsv)]);
}

/** `labels` as lines of a CSV file (RFC 4180). Missing fields are empty cells. */
export function csvOf(labels: readonly Label[], columns: readonly string[]): string {
  return guardedCsv(labels.map(({ record }) => columns.map((column) => record[column])));
}

/** Returns `rows` as lines of a CSV file whose cells no spreadsheet executes or converts; times are in UTC. */
export function guardedCsv(rows: readonly (readonly unknown[])[]): string {
  return csvLines(rows.map((row) => row.map(guardedCell)));
}

/** Returns `labels` as rows for pasting into a spreadsheet, in the order of `labelColumns`. Works in slices. */
export async function tabSeparatedText(labels: readonly Label[]): Promise<string> {
  return await tabSeparated(
    labels.map(({ record }) => labelColumns.map((column) => storableText(record[column]))),
  );
}

/** Any value as text; empty if missing. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Any value as text; empty if no file can hold it. */
function storableText(value: unknown): string {
  const text = cellText(value);
  return text.isWellFormed() ? text : '';
}

/** Cell that no spreadsheet executes or converts; empty if no file can hold its text. */
function guardedCell(value: unknown): string {
  if (value instanceof Date) {
    return value.toISOString();
  }
  return guardedInCsv(storableText(value));
}

function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => Array.from(row)),
    { quoted_string: true, record_delimiter: '\r\n' },
  );
}
