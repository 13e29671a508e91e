import { isLabelId } from '../../account/labelAddress.ts';
import type { EditableField } from '../../api/labelFields.ts';
import { cellRelation } from './baseCell.ts';
import type { TableBase } from './tableBase.ts';
import { cellOf, columnOf, fieldColumns } from './tableColumns.ts';
import type { TableRow } from './tableRow.ts';

/** Change of a cell by somebody else. */
export interface ForeignCell {
  /** Cell text for the current value in the service. */
  readonly now: string;
  /** True if the text has changed the cell differently. */
  readonly isConflict: boolean;
}

/** Returns somebody else's change of a cell; undefined if none is known. */
export function theirChange(
  row: TableRow,
  field: EditableField,
  base: TableBase,
): ForeignCell | undefined {
  const label = isLabelId(row.id) ? base.labels.get(row.id) : undefined;
  const text = row.cells[columnOf(field)];
  const now = cellOf(label?.[field]);
  if (label === undefined || text === undefined || text === now) {
    return undefined;
  }
  const cell = base.cell(row.id, field);
  if (cell === undefined) {
    return undefined;
  }
  const relation = cellRelation(cell, text, now);
  return relation === 'foreign' || relation === 'conflict'
    ? { now, isConflict: relation === 'conflict' }
    : undefined;
}

/** Returns whether somebody else has changed any cell of a row, as far as is known. */
export function hasForeignCell(row: TableRow, base: TableBase): boolean {
  return (
    !base.isUntouched(row.id) &&
    fieldColumns.some(({ field }) => theirChange(row, field, base) !== undefined)
  );
}
