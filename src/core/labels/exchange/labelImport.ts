import * as l10n from '@vscode/l10n';
import { parse, CsvError } from 'csv-parse/sync';
import * as z from 'zod';
import { isLabelId, type LabelId } from '../../account/labelAddress.ts';
import {
  editableFields,
  editableValues,
  isEditableField,
  isEmpty,
  type LabelChanges,
} from '../../api/labelFields.ts';
import type { WantedChanges } from '../changes/changeSet.ts';
import { valueOfCell, wrongValueText } from '../fieldText.ts';
import { readColumnName, unguarded } from './labelCsv.ts';

/** A row of a CSV file that says what a label should be. */
interface ImportRow {
  /** Line of the file in which the row ends, counted from 1. */
  readonly line: number;
  readonly id: LabelId;
  /** Only fields with a value: an empty cell leaves the label's field as it is. */
  readonly changes: LabelChanges;
}

/** A row that cannot be applied. */
export interface ImportProblem {
  readonly line: number;
  /** Empty if the row has none. */
  readonly id: string;
  /** Fit to be shown. */
  readonly reason: string;
}

/** What a CSV file says. */
export type ImportReading =
  | { readonly kind: 'unusable'; readonly reason: string }
  | {
      readonly kind: 'rows';
      readonly rows: readonly ImportRow[];
      readonly problems: readonly ImportProblem[];
    };

/** A file whose rows can be read. */
export type ImportRows = Extract<ImportReading, { kind: 'rows' }>;

interface Column {
  readonly name: string;
  readonly isGuarded: boolean;
}

/** A row as the library gives it with its option `info`. */
const recordsSchema = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }),
);

interface CsvRecord {
  readonly cells: readonly string[];
  /** Line in which the record ends, counted from 1. */
  readonly line: number;
}

/** What separates cells. Spreadsheets take a semicolon where the comma is the decimal point. */
const delimiters = [',', ';', '\t'] as const;

/** What ends rows. A file that was put together from several may have them all. */
const lineEndings = ['\r\n', '\n', '\r'];

/** Reads a CSV file with a column `id` and any columns of fields that can change. Never throws. */
export function readImport(text: string): ImportReading {
  const records = parseCsv(text, delimiterOf(text));
  if (records instanceof CsvError) {
    return { kind: 'unusable', reason: l10n.t('The file is not CSV: {0}', records.message) };
  }
  const [header, ...rows] = records;
  if (header === undefined) {
    return { kind: 'unusable', reason: l10n.t('The file has no rows.') };
  }
  const columns = header.cells.map(readColumnName);
  const wrong = wrongColumns(columns);
  return wrong === undefined ? readRows(columns, rows) : { kind: 'unusable', reason: wrong };
}

/** What the rows want of their labels. */
export function wantedByImport({ rows }: ImportRows): WantedChanges {
  const values = new Map(rows.map(({ changes, id }) => [id, changes]));
  return {
    // A code of the file may be a new one; where it is not, it finds its label without a search.
    labels: new Map(rows.map(({ changes, id }) => [id, codesIn(changes)])),
    wantedFor: ({ id }) => values.get(id) ?? {},
  };
}

function codesIn({ labelCode }: LabelChanges): readonly string[] {
  return labelCode === undefined ? [] : [labelCode];
}

/** The rows that cannot be applied: also those of the labels `missing`, which the service does not have. */
export function importProblems(
  { problems, rows }: ImportRows,
  missing: readonly LabelId[],
): readonly ImportProblem[] {
  const ids = new Set(missing);
  const unknown = rows.flatMap(({ id, line }): ImportProblem[] =>
    ids.has(id) ? [{ line, id, reason: l10n.t('There is no label with this ID.') }] : [],
  );
  return [...problems, ...unknown].sort((one, other) => one.line - other.line);
}

/** The delimiter that makes a column `id` of the first line, or else the most columns. */
function delimiterOf(text: string): string {
  const fits = delimiters.map((delimiter) => {
    const records = parseCsv(text, delimiter, 1);
    const header = records instanceof CsvError ? undefined : records[0];
    const names = (header?.cells ?? []).map((cell) => readColumnName(cell).name);
    return { delimiter, fit: names.includes('id') ? Number.POSITIVE_INFINITY : names.length };
  });
  return fits.reduce((best, other) => (other.fit > best.fit ? other : best)).delimiter;
}

function parseCsv(
  text: string,
  delimiter: string,
  maximumRecords = -1,
): readonly CsvRecord[] | CsvError {
  try {
    const records: unknown = parse(text, {
      bom: true,
      delimiter,
      info: true,
      record_delimiter: lineEndings,
      relax_column_count: true,
      skip_empty_lines: true,
      to: maximumRecords,
    });
    return withTrueLines(recordsSchema.parse(records));
  } catch (error) {
    if (error instanceof CsvError) {
      return error;
    }
    throw error;
  }
}

/** The library counts a line ending of two characters as two lines where it stands within a cell. */
function withTrueLines(records: z.output<typeof recordsSchema>): readonly CsvRecord[] {
  let surplus = 0;
  return records.map(({ record, info }) => {
    for (const cell of record) {
      surplus += cell.split('\r\n').length - 1;
    }
    return { cells: record, line: info.lines - surplus };
  });
}

function wrongColumns(columns: readonly Column[]): string | undefined {
  const names = columns.map(({ name }) => name);
  if (!names.includes('id')) {
    return l10n.t('The first line must name a column “id”.');
  }
  const repeated = ['id', ...editableFields].find(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  );
  if (repeated !== undefined) {
    return l10n.t('The first line names the column “{0}” more than once.', repeated);
  }
  return names.some(isEditableField)
    ? undefined
    : l10n.t('The first line names none of the columns {0}.', editableFields.join(', '));
}

function readRows(
  columns: readonly Column[],
  records: readonly CsvRecord[],
): Extract<ImportReading, { kind: 'rows' }> {
  const rows: ImportRow[] = [];
  const problems: ImportProblem[] = [];
  const seen = new Map<string, number>();
  for (const { cells, line } of records) {
    if (cells.every((cell) => cell === '')) {
      continue;
    }
    const row = readRow(columns, cells, line);
    const earlier = seen.get(row.id);
    if ('reason' in row) {
      problems.push(row);
    } else if (earlier === undefined) {
      seen.set(row.id, row.line);
      rows.push(row);
    } else {
      const reason = l10n.t('Line {0} has the same ID.', earlier);
      problems.push({ line: row.line, id: row.id, reason });
    }
  }
  return { kind: 'rows', rows, problems };
}

function readRow(
  columns: readonly Column[],
  record: readonly string[],
  line: number,
): ImportRow | ImportProblem {
  const cells = new Map(
    columns.map(({ name, isGuarded }, index) => {
      const cell = record[index] ?? '';
      return [name, isGuarded ? unguarded(cell) : cell];
    }),
  );
  const id = cells.get('id') ?? '';
  if (record.length !== columns.length) {
    const reason = l10n.t('The row has {0} cells instead of {1}.', record.length, columns.length);
    return { line, id, reason };
  }
  if (!isLabelId(id)) {
    return { line, id, reason: l10n.t('The ID is missing.') };
  }
  const values = new Map(
    editableFields.map((field) => [field, valueOfCell(field, cells.get(field) ?? '')]),
  );
  for (const [field, value] of values) {
    const reason = isEmpty(value) ? undefined : wrongValueText(field, value);
    if (reason !== undefined) {
      return { line, id, reason };
    }
  }
  return { line, id, changes: editableValues(Object.fromEntries(values)) };
}
