import * as l10n from '@vscode/l10n';
import { stringify } from 'csv-stringify/sync';
import type { Label, LabelRecord } from '../../api/label.ts';
import { UnusableFileError } from '../../errors/fileError.ts';
import { labelColumns } from '../labelColumns.ts';
import { guardCsvCell } from './csvGuard.ts';
import { maximumCells } from './csvRowLimit.ts';
import { tabSeparated } from './tabSeparated.ts';

/** Maximum length of the names of all columns together, in UTF-16 units. Quoted and guarded, they fit a row. */
const maximumNames = 1_000_000;

/** Columns for all fields of labels: first those of every label, then others in order of appearance. */
export class FieldColumns {
  readonly #names = new Set<string>(labelColumns);
  #length = labelColumns.join('').length;

  /** Adds the fields of a label. Throws `UnusableFileError` if a table cannot have that many. */
  add({ record }: Label): void {
    for (const name in record) {
      if (!this.#names.has(name)) {
        this.#names.add(name);
        this.#length += name.length;
        this.#check();
      }
    }
  }

  /** Returns the names of the columns. */
  names(): readonly string[] {
    return Array.from(this.#names);
  }

  #check(): void {
    if (this.#names.size > maximumCells || this.#length > maximumNames) {
      throw new UnusableFileError(
        l10n.t('These labels have too many fields for a table. Export to JSON instead.'),
      );
    }
  }
}

/** First line of a CSV file with these columns. */
export function csvHeader(columns: readonly string[]): string {
  return csvLines([columns.map(guardCsvCell)]);
}

/**
 * Returns `rows` as lines of a CSV file (RFC 4180) whose cells no spreadsheet executes or converts; times are in UTC.
 */
export function guardedCsv(rows: readonly (readonly unknown[])[]): string {
  return csvLines(rows.map((row) => row.map(guardedCell)));
}

/** Returns `labels` as rows for pasting into a spreadsheet, in the order of `labelColumns`. Works in slices. */
export async function tabSeparatedText(labels: readonly Label[]): Promise<string> {
  return await tabSeparated(
    labels.map(({ record }) => labelColumns.map((column) => storableText(record[column]))),
  );
}

/**
 * Value of a field of the record itself; undefined for a name that only all objects have, such as
 * `constructor`.
 */
export function ownValue(record: LabelRecord, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined;
}

/** Any value as text; empty if missing. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Any value as text; empty if it is not well-formed Unicode, which no file can store. */
function storableText(value: unknown): string {
  const text = cellText(value);
  return text.isWellFormed() ? text : '';
}

/** Cell that no spreadsheet executes or converts; empty if no file can store its text. */
function guardedCell(value: unknown): string {
  if (value instanceof Date) {
    return value.toISOString();
  }
  const text = storableText(value);
  // Nearly all cells of a table with thousands of columns are empty.
  return text === '' ? '' : guardCsvCell(text);
}

function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => Array.from(row)),
    { quoted_string: true, record_delimiter: '\r\n' },
  );
}
