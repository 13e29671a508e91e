import * as l10n from '@vscode/l10n';
import { isLabelId, type LabelId } from '../../account/labelAddress.ts';
import { recordLimits } from '../../api/label.ts';
import {
  areSameValues,
  editableFields,
  editableValues,
  isBlank,
  isEditableField,
  isEmpty,
  labelField,
  type LabelChanges,
} from '../../api/labelFields.ts';
import { inSlices } from '../../async/slices.ts';
import { UnusableFileError } from '../../errors/fileError.ts';
import { displayText } from '../../text/displayText.ts';
import { valueOfCell, wrongValueText } from '../fieldInput.ts';
import { labelColumns, type LabelColumn } from '../labelColumns.ts';
import type { LabelsToRead } from '../reading/freshLabels.ts';
import { unguardCsvCell } from './csvGuard.ts';
import { isErrorValue, lacksGuard, unguarded, withoutGuard } from './spreadsheetGuard.ts';

/** Row of an imported table. */
export interface ImportRecord {
  readonly cells: readonly string[];
  /** Line in which the row ends, from 1. */
  readonly line: number;
  /** Indexes of cells whose text a spreadsheet has replaced with a date, a time or an error. */
  readonly replaced?: readonly number[];
  /** Indexes of cells that are numbers in a workbook; undefined for a row of a text file. */
  readonly numbers?: readonly number[];
  /** Indexes of cells in a workbook that show something else than their text. */
  readonly formatted?: readonly number[];
}

/** Row with the wanted values of a label. */
export interface ImportRow {
  /** Line of the file in which the row ends, from 1. */
  readonly line: number;
  /** Non-empty values; a blank cell keeps the label's value. */
  readonly changes: LabelChanges;
}

/** Row whose ID a spreadsheet has rounded; it can be matched by its code. */
export interface RoundedRow extends ImportRow {
  /** The ID as written in the file. */
  readonly id: string;
}

/** Row that cannot be applied. */
export interface ImportProblem {
  readonly line: number;
  /** ID of the label; empty if the row has none. */
  readonly id: string;
  /** Reason, for display. */
  readonly reason: string;
}

/** Content of an import file. */
export interface ImportRows {
  /** Rows by label id, in the order of the file. */
  readonly rows: ReadonlyMap<LabelId, ImportRow>;
  /** Labels of the rows, with the codes in the rows; a label that has its code is found without a search. */
  readonly codes: LabelsToRead;
  readonly rounded: readonly RoundedRow[];
  readonly problems: readonly ImportProblem[];
  /** Names of columns that match no field, as written in the file. */
  readonly ignoredColumns: readonly string[];
}

interface Column {
  /** Field; undefined for an unknown column. */
  readonly content: LabelColumn | undefined;
  /** Name as written in the file. */
  readonly name: string;
  readonly isGuarded: boolean;
}

/** Column of a field. */
interface FieldColumn extends Pick<Column, 'isGuarded'> {
  readonly content: LabelColumn;
  readonly index: number;
}

/** Row of a label; one without changes is never applied. */
export interface LabelRow {
  readonly id: LabelId;
  readonly line: number;
  readonly changes: LabelChanges | undefined;
}

/** Maximum length of the cell of a field, in UTF-16 units; the cells of a label, with guards, are shorter. */
const maximumCellLength = 2 * recordLimits.size;

/** Maximum number of lines listed in a message. */
const namedLines = 5;

/** A long number as a spreadsheet writes it in a cell that is not text: with 17 digits at most. */
const scientific = /^\d(?:[.,]\d{1,16})?E\+?\d{2}$/i;

/** Number in a column of text that a spreadsheet has rounded. A code such as 1E55 has no sign. */
const roundedNumber = /^-?\d(?:[.,]\d{1,16})?E[+-]\d{1,3}$/i;

/** Number of which a spreadsheet may have kept only the first 15 digits. */
const zerosAtEnd = /^\d{15}0{2,}$/;

/** Returns whether a cell is the header of the ID column. */
export function isIdColumn(cell: string): boolean {
  return columnOf(cell).content === 'id';
}

/** Collects the rows of a file. */
export class ImportReader {
  readonly #rows: LabelRow[] = [];
  readonly #problems: ImportProblem[] = [];
  #hasSeveralIds = false;
  #endAllInZeros = true;
  #columns: readonly Column[] | undefined;
  /** Columns of `#columns` that are fields; a file may have thousands of others. */
  #fieldColumns: readonly FieldColumn[] = [];
  /** Columns of `#fieldColumns` that contain texts, which a spreadsheet may have taken for something else. */
  #textColumns: readonly FieldColumn[] = [];

  /** Adds a row. Throws `UnusableFileError` if the first one is not a header. */
  take(record: ImportRecord): void {
    if (this.#columns === undefined) {
      this.#columns = columnsOf(record.cells);
      this.#fieldColumns = this.#columns.flatMap(({ content, isGuarded }, index) =>
        content === undefined ? [] : { content, isGuarded, index },
      );
      this.#textColumns = this.#fieldColumns.filter(
        ({ content }) => isEditableField(content) && labelField(content).kind === 'text',
      );
      requireColumns(this.#fieldColumns);
    } else if (record.cells.some((cell) => cell !== '')) {
      this.#takeRow(this.#columns, record);
    }
  }

  /**
   * Returns the rows, yielding to other work between slices. Throws `UnusableFileError` if there are no rows.
   */
  async result(): Promise<ImportRows> {
    if (this.#columns === undefined) {
      throw new UnusableFileError(l10n.t('The file has no rows.'));
    }
    const ignored = this.#columns.filter(
      ({ content, name }) => content === undefined && name !== '',
    );
    // A few real IDs may end in zeros, but not all.
    const areAllRounded = this.#hasSeveralIds && this.#endAllInZeros;
    const exact = new RowCollector();
    const rounded: RoundedRow[] = [];
    for await (const slice of inSlices(this.#rows)) {
      for (const row of slice) {
        const { changes, id, line } = row;
        if (!areAllRounded && !scientific.test(id)) {
          exact.add(row);
        } else if (changes !== undefined) {
          rounded.push({ id, line, changes });
        }
      }
    }
    return {
      ...(await exact.result(this.#problems)),
      rounded,
      ignoredColumns: ignored.map(({ name }) => name),
    };
  }

  #takeRow(columns: readonly Column[], record: ImportRecord): void {
    const { cells, formatted, line, numbers, replaced } = record;
    const usable = this.#fieldColumns.filter(
      ({ index }) => (cells[index]?.length ?? 0) <= maximumCellLength,
    );
    const values = valuesOf(usable, record);
    const id = values.get('id') ?? '';
    const fieldWhere = (
      columnsToSearch: readonly FieldColumn[],
      isFound: (index: number, cell: string) => boolean,
    ): LabelColumn | undefined =>
      columnsToSearch.find(({ index }) => isFound(index, cells[index] ?? ''))?.content;
    const replacedField = fieldWhere(
      this.#fieldColumns,
      (index, cell) => replaced?.includes(index) ?? isErrorValue(cell),
    );
    const formattedField = fieldWhere(
      this.#textColumns,
      (index) => formatted?.includes(index) === true,
    );
    const roundedField = fieldWhere(
      this.#textColumns,
      (index, cell) => roundedNumber.test(cell) && numbers?.includes(index) !== false,
    );
    // Programs leave out empty cells at the end of a row, or add some.
    if (cells.slice(columns.length).some((cell) => !isBlank(cell))) {
      this.#refuse(
        line,
        id,
        l10n.t(
          'The number of cells is {0} in this row, but {1} in the first.',
          cells.length,
          columns.length,
        ),
      );
    } else if (replacedField !== undefined) {
      this.#refuse(
        line,
        id,
        l10n.t(
          'A spreadsheet has replaced the text in the column “{0}” with a date, a time or an error.',
          displayText(replacedField),
        ),
      );
    } else if (roundedField !== undefined) {
      this.#refuse(
        line,
        id,
        l10n.t(
          'A spreadsheet has rounded the number in the column “{0}”.',
          displayText(roundedField),
        ),
      );
    } else if (formattedField !== undefined) {
      this.#refuse(
        line,
        id,
        l10n.t(
          'A spreadsheet shows the value in the column “{0}” in another form. Format the column as text, and enter the value again.',
          displayText(formattedField),
        ),
      );
    } else if (usable.length < this.#fieldColumns.length) {
      this.#refuse(line, id, l10n.t('This text is too long.'));
    } else if (isLabelId(id)) {
      this.#takeValues(line, id, values);
    } else {
      this.#refuse(line, id, l10n.t('The ID is missing.'));
    }
  }

  #takeValues(line: number, id: LabelId, cells: ReadonlyMap<LabelColumn, string>): void {
    const values = editableFields.map(
      (field) => [field, valueOfCell(field, cells.get(field) ?? '')] as const,
    );
    const reason = values
      .map(([field, value]) => (isEmpty(value) ? undefined : wrongValueText(field, value)))
      .find((text) => text !== undefined);
    if (reason !== undefined) {
      this.#refuse(line, id, reason);
    }
    const changes = reason === undefined ? editableValues(Object.fromEntries(values)) : undefined;
    this.#rows.push({ id, line, changes });
    this.#hasSeveralIds ||= id !== this.#rows[0]?.id;
    this.#endAllInZeros &&= zerosAtEnd.test(id);
  }

  #refuse(line: number, id: string, reason: string): void {
    this.#problems.push({ line, id, reason });
  }
}

/**
 * Rows by label, each once. Contradicting rows of a label are all rejected, as the intended one is unknown:
 * after a spreadsheet has rounded IDs, most belong to other labels.
 */
export class RowCollector {
  readonly #rows = new Map<LabelId, ImportRow>();
  readonly #all = new Map<LabelId, LabelRow[]>();
  readonly #contradicting = new Set<LabelId>();

  /** Adds a row; rows of the same label must be added in the order of the file. Takes constant time. */
  add(row: LabelRow): void {
    const { changes, id, line } = row;
    const rows = this.#all.get(id);
    if (rows === undefined) {
      this.#all.set(id, [row]);
      if (changes !== undefined) {
        this.#rows.set(id, { line, changes });
      }
      return;
    }
    rows.push(row);
    if (!areSameChanges(rows[0]?.changes, changes)) {
      this.#contradicting.add(id);
      this.#rows.delete(id);
    }
  }

  /** Returns the rows, and `problems` plus those of contradicting rows, yielding to other work in between. */
  async result(
    problems: readonly ImportProblem[],
  ): Promise<Pick<ImportRows, 'rows' | 'codes' | 'problems'>> {
    const codes = new Map<LabelId, readonly string[]>();
    for await (const slice of inSlices(this.#rows)) {
      slice.forEach(([id, { changes }]) =>
        codes.set(id, changes.labelCode === undefined ? [] : [changes.labelCode]),
      );
    }
    const all = Array.from(problems);
    for await (const slice of inSlices(this.#contradictions())) {
      all.push(...slice);
    }
    return { rows: this.#rows, codes, problems: all };
  }

  *#contradictions(): Generator<ImportProblem, void, undefined> {
    for (const id of this.#contradicting) {
      const rows = this.#all.get(id) ?? [];
      const lines = rows.slice(0, namedLines).map(({ line }) => line);
      const named = `${lines.join(', ')}${rows.length > namedLines ? ', …' : ''}`;
      const reason = l10n.t('Lines {0} have the same ID but different values.', named);
      for (const { changes, line } of rows) {
        if (changes !== undefined) {
          yield { line, id, reason };
        }
      }
    }
  }
}

/** Returns whether two rows have equal values; a row without changes equals only another one. */
function areSameChanges(one: LabelChanges | undefined, other: LabelChanges | undefined): boolean {
  return one === undefined || other === undefined ? one === other : areSameValues(one, other);
}

/**
 * Returns the columns of a header. If it begins like the header of an export, whose other columns are other
 * fields of the service, columns with merely similar names are ignored.
 */
function columnsOf(cells: readonly string[]): readonly Column[] {
  const isExport = labelColumns.every((name, index) => cells[index] === name);
  return cells.map((cell) => {
    const column = columnOf(cell);
    return isExport && column.content !== cell ? { ...column, content: undefined } : column;
  });
}

/**
 * Returns the column with this header, regardless of case. Earlier versions wrote a guard before the name of
 * a field whose texts they guarded.
 */
function columnOf(cell: string): Column {
  const name = unguardCsvCell(cell).trim();
  const field = withoutGuard(name);
  const content = labelColumns.find((each) => each.toLowerCase() === field.toLowerCase());
  return { content, name, isGuarded: content !== undefined && name !== field };
}

/** Cells of a row by content; blank ones are empty. */
function valuesOf(
  columns: readonly FieldColumn[],
  { cells, numbers }: ImportRecord,
): ReadonlyMap<LabelColumn, string> {
  const idColumn = columns.find(({ content }) => content === 'id')?.index ?? -1;
  const id = cells[idColumn] ?? '';
  // Texts in a workbook need no guards, but it may contain rows from a CSV file. In rows that an export wrote
  // to a workbook, the ID is text.
  const hasGuards =
    numbers === undefined ? !lacksGuard(id) : numbers.includes(idColumn) || unguarded(id) !== id;
  const values = new Map<LabelColumn, string>();
  for (const { content, index, isGuarded } of columns) {
    const cell = cells[index] ?? '';
    const value = isGuarded ? withoutGuard(cell) : hasGuards ? unguardCsvCell(cell) : cell;
    values.set(content, content !== 'id' && isBlank(value) ? '' : value);
  }
  return values;
}

function requireColumns(columns: readonly FieldColumn[]): void {
  const named = columns.map(({ content }) => content);
  const repeated = named.find((content, index) => named.indexOf(content) !== index);
  if (!named.includes('id')) {
    throw new UnusableFileError(l10n.t('The first line must name a column “id”.'));
  }
  if (repeated !== undefined) {
    throw new UnusableFileError(
      l10n.t('The first line names the column “{0}” more than once.', displayText(repeated)),
    );
  }
  if (!named.some(isEditableField)) {
    throw new UnusableFileError(
      l10n.t(
        'The first line must name at least one of these columns: {0}.',
        editableFields.join(', '),
      ),
    );
  }
}
