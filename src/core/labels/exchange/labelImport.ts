import * as l10n from '@vscode/l10n';
import { isLabelId, type LabelId } from '../../account/labelAddress.ts';
import {
  editableFields,
  editableValues,
  isBlank,
  isEditableField,
  isEmpty,
  type EditableField,
  type LabelChanges,
} from '../../api/labelFields.ts';
import { inSlices, sortInSlices } from '../../async/slices.ts';
import { UnusableFileError } from '../../errors/fileError.ts';
import type { WantedChanges } from '../changes/changeSet.ts';
import type { LabelsToRead } from '../changes/freshLabels.ts';
import { valueOfCell, wrongValueText } from '../fieldInput.ts';
import { detectDelimiter } from './csvDelimiterDetection.ts';
import { readCsv, type CsvReadingOptions, type CsvRecord } from './csvReading.ts';
import { readColumnName, unguarded } from './labelCsv.ts';

/** A row of a CSV file that says what a label should be. */
export interface ImportRow {
  /** Line of the file in which the row ends, counted from 1. */
  readonly line: number;
  /** Only fields with a value: a blank cell leaves the label's field as it is. */
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
export interface ImportRows {
  /** By the ids of their labels, in the order of the file. */
  readonly rows: ReadonlyMap<LabelId, ImportRow>;
  /**
   * The codes that the rows name. One may be new; where it is not, it finds its label without a search.
   */
  readonly codes: LabelsToRead;
  readonly problems: readonly ImportProblem[];
  /** The names of the columns that no field has, as the file writes them. */
  readonly ignoredColumns: readonly string[];
}

/** What a column holds. */
type ColumnContent = 'id' | EditableField;

interface Column {
  /** Undefined if it is none of a label's. */
  readonly content: ColumnContent | undefined;
  /** As the file writes it. */
  readonly name: string;
  readonly isGuarded: boolean;
}

const contents: readonly ColumnContent[] = ['id', ...editableFields];

/**
 * Reads a CSV file with a column `id` and any columns of fields that can change. Throws `UnusableFileError`,
 * and `CancelledError`.
 */
export async function readImport(
  bytes: Uint8Array,
  options: Omit<CsvReadingOptions, 'delimiter'> = {},
): Promise<ImportRows> {
  const { delimiter, isNamed } = detectDelimiter(bytes, (cell) => columnOf(cell).content === 'id');
  const reading = new ImportReading();
  let isFirst = isNamed;
  await readCsv(bytes, { ...options, delimiter }, (record) => {
    if (!isFirst) {
      reading.take(record);
    }
    isFirst = false;
  });
  return reading.result();
}

/** What the rows want of their labels. */
export function wantedByImport({ codes, rows }: ImportRows): WantedChanges {
  return { labels: codes, wantedFor: ({ id }) => rows.get(id)?.changes ?? {} };
}

/** How many rows are dealt with at a time: few milliseconds' work. */
const sliceSize = 2000;

/**
 * The rows that cannot be applied: also those of the labels `missing`, which the service does not have. Found
 * in slices with turns for other work of this process in between.
 */
export async function importProblems(
  { problems, rows }: ImportRows,
  missing: readonly LabelId[],
): Promise<readonly ImportProblem[]> {
  const all = Array.from(problems);
  for await (const slice of inSlices(missing, sliceSize)) {
    for (const id of slice) {
      const line = rows.get(id)?.line;
      if (line !== undefined) {
        all.push({ line, id, reason: l10n.t('There is no label with this ID.') });
      }
    }
  }
  return await sortInSlices(all, (one, other) => one.line - other.line);
}

/** Takes the rows of a file one by one. */
class ImportReading {
  readonly #rows = new Map<LabelId, ImportRow>();
  readonly #codes = new Map<LabelId, readonly string[]>();
  readonly #problems: ImportProblem[] = [];
  #columns: readonly Column[] | undefined;

  /** Throws `UnusableFileError` if the first row does not name the columns. */
  take(record: CsvRecord): void {
    if (this.#columns === undefined) {
      this.#columns = record.cells.map(columnOf);
      requireColumns(this.#columns);
    } else if (record.cells.some((cell) => cell !== '')) {
      this.#takeRow(this.#columns, record);
    }
  }

  result(): ImportRows {
    if (this.#columns === undefined) {
      throw new UnusableFileError(l10n.t('The file has no rows.'));
    }
    const ignored = this.#columns.filter(
      ({ content, name }) => content === undefined && name !== '',
    );
    return {
      rows: this.#rows,
      codes: this.#codes,
      problems: this.#problems,
      ignoredColumns: ignored.map(({ name }) => name),
    };
  }

  #takeRow(columns: readonly Column[], { cells, line }: CsvRecord): void {
    const values = valuesOf(columns, cells);
    const id = values.get('id') ?? '';
    if (cells.length !== columns.length) {
      this.#refuse(
        line,
        id,
        l10n.t('Cells in this row: {0}, in the first: {1}.', cells.length, columns.length),
      );
    } else if (isLabelId(id)) {
      this.#takeValues(line, id, values);
    } else {
      this.#refuse(line, id, l10n.t('The ID is missing.'));
    }
  }

  #takeValues(line: number, id: LabelId, cells: ReadonlyMap<ColumnContent, string>): void {
    const values = editableFields.map(
      (field) => [field, valueOfCell(field, cells.get(field) ?? '')] as const,
    );
    const reason = values
      .map(([field, value]) => (isEmpty(value) ? undefined : wrongValueText(field, value)))
      .find((text) => text !== undefined);
    const earlier = this.#rows.get(id);
    if (reason !== undefined) {
      this.#refuse(line, id, reason);
    } else if (earlier !== undefined) {
      this.#refuse(line, id, l10n.t('Line {0} has the same ID.', earlier.line));
    } else {
      const changes = editableValues(Object.fromEntries(values));
      this.#rows.set(id, { line, changes });
      this.#codes.set(id, changes.labelCode === undefined ? [] : [changes.labelCode]);
    }
  }

  #refuse(line: number, id: string, reason: string): void {
    this.#problems.push({ line, id, reason });
  }
}

/** Programs and people write the names of columns in any case. */
function columnOf(cell: string): Column {
  const { isGuarded, name } = readColumnName(cell);
  const lowered = name.toLowerCase();
  return { content: contents.find((each) => each.toLowerCase() === lowered), name, isGuarded };
}

/** The cells of a row by what they hold; a blank one is empty. */
function valuesOf(
  columns: readonly Column[],
  cells: readonly string[],
): ReadonlyMap<ColumnContent, string> {
  const values = new Map<ColumnContent, string>();
  for (const [index, { content, isGuarded }] of columns.entries()) {
    if (content !== undefined) {
      const cell = cells[index] ?? '';
      const value = isGuarded ? unguarded(cell) : cell;
      values.set(content, content !== 'id' && isBlank(value) ? '' : value);
    }
  }
  return values;
}

function requireColumns(columns: readonly Column[]): void {
  const named = columns.flatMap(({ content }) => content ?? []);
  const repeated = named.find((content, index) => named.indexOf(content) !== index);
  if (!named.includes('id')) {
    throw new UnusableFileError(l10n.t('The first line must name a column “id”.'));
  }
  if (repeated !== undefined) {
    throw new UnusableFileError(
      l10n.t('The first line names the column “{0}” more than once.', repeated),
    );
  }
  if (!named.some(isEditableField)) {
    throw new UnusableFileError(
      l10n.t('The first line names none of the columns {0}.', editableFields.join(', ')),
    );
  }
}
