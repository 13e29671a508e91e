import type { EditableField } from '../core/api/labelFields.ts';
import { columnOf } from '../core/labels/table/tableColumns.ts';
import type { RowChange } from '../core/labels/table/tableModel.ts';
import type { TableRow } from '../core/labels/table/tableRow.ts';
import type { TableRows } from '../core/labels/table/tableRows.ts';
import type { GridRange } from '../labelGrid/protocol.ts';

/** Maximum number of changed rows; above it, none is selected. */
const maximumSelected = 100;

/** Fields of a grid's columns; undefined for one that is read-only. */
type Fields = readonly (EditableField | undefined)[];

/** Returns the cells that a change has made others: all if they stand side by side, otherwise those of the first row. */
export function changedRange(
  { added, removed }: RowChange,
  rows: Pick<TableRows, 'numberOf'>,
  fields: Fields,
): GridRange | undefined {
  if (added.length > maximumSelected) {
    return undefined;
  }
  const changed = added
    .flatMap((row, index) => {
      const number = rows.numberOf(row);
      const columns = differentColumns(row, removed[index], fields);
      // VS Code may replace all between the first and the last change, rows with the same text included.
      return number === undefined || columns.length === 0 ? [] : [{ number, columns }];
    })
    .toSorted((one, other) => one.number - other.number);
  const [first] = changed;
  const last = changed.at(-1);
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const isTogether = last.number - first.number === changed.length - 1;
  const columns = isTogether ? changed.flatMap((each) => each.columns) : first.columns;
  return {
    top: first.number,
    bottom: isTogether ? last.number : first.number,
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

function differentColumns(
  row: TableRow,
  before: TableRow | undefined,
  fields: Fields,
): readonly number[] {
  return fields.flatMap((field, column) => {
    const cell = field === undefined ? 0 : columnOf(field);
    return field === undefined || row.cells[cell] === before?.cells[cell] ? [] : [column];
  });
}
