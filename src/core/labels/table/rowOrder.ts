import { isLabelId, type LabelId } from '../../account/labelAddress.ts';
import type { Label, LabelRecord } from '../../api/label.ts';
import { isEditableField, isEmpty, isValueOf, labelField } from '../../api/labelFields.ts';
import { throwIfAborted } from '../../async/abort.ts';
import { inSlices } from '../../async/slices.ts';
import { containsWords, foldedText, wordsOf } from '../../text/searchWords.ts';
import { valueOfInput } from '../fieldInput.ts';
import { labelColumns } from '../labelColumns.ts';
import {
  matchesLocally,
  type LabelContent,
  type LabelFilter,
  type LocalCriterion,
  type RepeatableField,
} from '../list/labelCriteria.ts';
import type { LabelTable } from './labelTable.ts';
import { numberOrder } from './numberOrder.ts';
import { cellOf, fieldColumns } from './tableColumns.ts';
import type { TableRow } from './tableRow.ts';
import { textOrder } from './textOrder.ts';

/** Selection and order of the rows that a grid shows; not part of the document. */
export interface TableView {
  /** Column by which rows are sorted: one of the table, or any other field of the labels. */
  readonly sort?: { readonly column: string; readonly isDescending: boolean };
  /** Words in any cells of a row, in any order. */
  readonly words?: string;
  /** Words in a column, in any order. */
  readonly columnWords?: Readonly<Record<string, string>>;
  /** Columns whose cells are empty. */
  readonly emptyColumns?: readonly string[];
  /** Criteria of the label list, except those that the service applies. */
  readonly criteria?: Pick<LabelFilter, Exclude<LocalCriterion, 'repeated'>>;
  /**
   * Fields whose value a row must share with another row of the table. Without `sort`, rows are sorted by the
   * first of these fields.
   */
  readonly repeated?: readonly RepeatableField[];
  /** True to show only rows with changed cells. */
  readonly isChangedHere?: boolean;
  /** True to show only rows with cells that somebody else has changed. */
  readonly isForeign?: boolean;
  /** True to show only rows with problems. */
  readonly hasProblem?: boolean;
}

/** Rows in the order of a view, as indexes and ids: reading 100,000 rows out of order would take long. */
export interface RowOrder {
  /** Indexes in the table. */
  readonly indexes: Int32Array;
  /** Ids, by which a row is found again once its index has changed. */
  readonly ids: readonly string[];
}

/** Options for applying a view. */
export interface RowOrderOptions {
  /** Language by whose rules texts are sorted, as a BCP 47 tag. */
  readonly locale: string;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the rows that `view` shows, in its order. Works in slices; undefined if the text has changed meanwhile.
 * Throws `CancelledError`.
 */
export async function rowOrder(
  table: LabelTable,
  view: TableView,
  options: RowOrderOptions,
): Promise<RowOrder | undefined> {
  const { version } = table.model;
  const order = await orderOf(table, await matchingRows(table, view, options), view, options);
  return table.model.version === version ? order : undefined;
}

/** Returns the order in which `rows` are given. */
export function givenOrder(rows: readonly TableRow[]): RowOrder {
  return { indexes: new Int32Array(rows.map(({ index }) => index)), ids: rows.map(({ id }) => id) };
}

async function orderOf(
  table: LabelTable,
  rows: readonly TableRow[],
  { repeated, sort }: TableView,
  options: RowOrderOptions,
): Promise<RowOrder> {
  const given = givenOrder(rows);
  const column = sort?.column ?? repeated?.[0];
  if (column === undefined) {
    return given;
  }
  const isDescending = sort?.isDescending === true;
  const cellIn = cellReader(column, table);
  const [filled, empty]: [number[], number[]] = [[], []];
  const texts: string[] = [];
  let place = 0;
  for await (const slice of inSlices(rows)) {
    throwIfAborted(options.signal);
    for (const row of slice) {
      const text = cellIn(row);
      if (text === '') {
        empty.push(place);
      } else {
        filled.push(place);
        texts.push(text);
      }
      place++;
    }
  }
  const order = isNumeric(column)
    ? await numberOrder(texts, isDescending)
    : await textOrder(texts, { locale: options.locale, isDescending });
  throwIfAborted(options.signal);
  // As in a spreadsheet, empty cells come last in both directions.
  const places = Array.from(order, (at) => filled[at] ?? 0).concat(empty);
  return {
    indexes: new Int32Array(places.map((each) => given.indexes[each] ?? 0)),
    ids: places.map((each) => given.ids[each] ?? ''),
  };
}

/** Rows that a view shows. */
async function matchingRows(
  table: LabelTable,
  {
    columnWords = {},
    criteria = {},
    emptyColumns = [],
    hasProblem = false,
    isChangedHere = false,
    isForeign = false,
    repeated = [],
    words = '',
  }: TableView,
  options: RowOrderOptions,
): Promise<readonly TableRow[]> {
  const anywhere = foldedWords(words);
  const inColumns = Object.entries(columnWords).map(
    ([column, text]) => [cellReader(column, table), foldedWords(text)] as const,
  );
  const empty = emptyColumns.map((column) => cellReader(column, table));
  const { labels } = table.base;
  const hasCriteria = Object.keys(criteria).length > 0;
  const matches = (row: TableRow): boolean =>
    (!isChangedHere || table.findings(row).changed.length > 0) &&
    (!isForeign || table.isForeign(row)) &&
    (!hasProblem || table.findings(row).problems.length > 0) &&
    repeated.every((field) => table.isRepeated(row, field)) &&
    (anywhere.length === 0 || containsWords(row.folded, anywhere)) &&
    inColumns.every(([cellIn, each]) => containsWords(foldedText(cellIn(row)), each)) &&
    empty.every((cellIn) => cellIn(row) === '') &&
    (!hasCriteria || matchesLocally(criteria, new RowLabel(row, labels), options.now));
  const rows: TableRow[] = [];
  for await (const slice of inSlices(table.model.rows())) {
    throwIfAborted(options.signal);
    rows.push(...slice.filter(matches));
  }
  return rows;
}

function foldedWords(text: string): readonly string[] {
  return wordsOf(foldedText(text));
}

/**
 * Returns a function that reads a row's text in `column`: a column of the table, or any other field of its
 * labels.
 */
function cellReader(column: string, { base: { labels } }: LabelTable): (row: TableRow) => string {
  const index = labelColumns.findIndex((each) => each === column);
  return index >= 0
    ? ({ cells }) => cells[index] ?? ''
    : ({ id }) => cellOf(isLabelId(id) ? labels.get(id)?.record[column] : undefined);
}

function isNumeric(column: string): boolean {
  return isEditableField(column) && labelField(column).kind === 'wholeNumber';
}

/**
 * Content of a label with the values of a row, and other fields as in the service. Accessors, defined below,
 * read the cells.
 */
class RowLabel implements LabelContent {
  readonly record: LabelRecord;
  readonly cells: readonly string[];

  constructor({ cells, id }: TableRow, labels: ReadonlyMap<LabelId, Label>) {
    this.cells = cells;
    this.record = (isLabelId(id) ? labels.get(id)?.record : undefined) ?? {};
  }
}

for (const { column, field } of fieldColumns) {
  Object.defineProperty(RowLabel.prototype, field, {
    get(this: RowLabel) {
      const value = valueOfInput(field, this.cells[column] ?? '');
      return !isEmpty(value) && isValueOf(field, value) ? value : undefined;
    },
  });
}
