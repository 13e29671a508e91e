import type { EditableField } from '../core/api/labelFields.ts';
import { columnOf } from '../core/labels/table/tableColumns.ts';
import type { RowChange } from '../core/labels/table/tableModel.ts';
import type { TableRow } from '../core/labels/table/tableRow.ts';
import type { TableRows } from '../core/labels/table/tableRows.ts';
import type { GridRange } from '../labelGrid/protocol.ts';

/** Maximum number of changed rows to select; if more have changed, nothing is selected. */
const maximumSelected = 100;

/** Fields of a grid's columns; undefined for a read-only column. */
type Fields = readonly (EditableField | undefined)[];

/**
 * Returns the range of cells that a change has modified: in all changed rows if they are adjacent, otherwise
 * in the first one. Returns undefined if none is shown, or too many rows have changed.
 */
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
      // VS Code may replace everything between the first and the last change, including unchanged rows.
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
