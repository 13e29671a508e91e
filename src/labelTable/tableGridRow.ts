import { isLabelId } from '../core/account/labelAddress.ts';
import { isEditableField, labelField, type EditableField } from '../core/api/labelFields.ts';
import { textWarnings, valueOfInput } from '../core/labels/fieldInput.ts';
import { hasStatusNames, numberedStatus, type StatusNames } from '../core/labels/statusNames.ts';
import { theirChange } from '../core/labels/table/foreignCells.ts';
import type { LabelTable } from '../core/labels/table/labelTable.ts';
import { cellOf, columnOf } from '../core/labels/table/tableColumns.ts';
import type { TableRow } from '../core/labels/table/tableRow.ts';
import { fitsInput } from '../core/text/fitsInput.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import type { GridCell, GridColumn, GridRow, GridText } from '../labelGrid/protocol.ts';
import { comparedPageText, pageText } from '../surfaces/pageText.ts';

/** Data that the rows of a table depend on. */
export interface RowSurroundings {
  readonly columns: readonly GridColumn[];
  readonly table: LabelTable;
  readonly names: StatusNames;
}

/** Returns a row of a table as the grid shows it. */
export function tableGridRow(row: TableRow, surroundings: RowSurroundings): GridRow {
  const { columns, table } = surroundings;
  const label = isLabelId(row.id) ? table.base.labels.get(row.id) : undefined;
  const { problems } = table.findings(row);
  const ofRow = problems.filter(({ column }) => column === undefined || column === 0);
  return {
    id: row.id,
    cells: columns.map(({ id }): GridCell => {
      if (isEditableField(id)) {
        return fieldCell(id, row, surroundings);
      }
      return { text: pageText(id === 'id' ? row.id : cellOf(label?.record[id])) };
    }),
    ...(ofRow.length === 0
      ? {}
      : { note: pageText(joinSentences(ofRow.map(({ message }) => message))) }),
  };
}

function fieldCell(
  field: EditableField,
  row: TableRow,
  { names, table }: RowSurroundings,
): GridCell {
  const column = columnOf(field);
  const value = row.cells[column];
  if (value === undefined) {
    // The row has too few cells.
    return { text: pageText('') };
  }
  const { changed, problems } = table.findings(row);
  const base = table.base.cell(row.id, field);
  const isChanged = changed.includes(field);
  const problem = problems.find((each) => each.column === column);
  const warnings =
    (isChanged || !fitsInput(value)) && labelField(field).kind === 'text' && value !== ''
      ? textWarnings(value)
      : [];
  const foreign = theirChange(row, field, table.base);
  const original = isChanged ? base?.shown : undefined;
  const compared = [value, original, foreign?.now].flatMap((cell) =>
    cell === undefined ? [] : [cellText(field, cell, names)],
  );
  const textOf = (cell: string): GridText =>
    (compared.length === 1 ? pageText : comparedPageText)(cellText(field, cell, names), compared);
  return {
    text: textOf(value),
    value,
    ...(original === undefined ? {} : { original: textOf(original) }),
    ...(problem === undefined ? {} : { problem: pageText(problem.message) }),
    ...(warnings.length === 0 ? {} : { warning: pageText(joinSentences(warnings)) }),
    ...(foreign === undefined
      ? {}
      : {
          theirs: {
            text: textOf(foreign.now),
            isConflict: foreign.isConflict,
          },
        }),
  };
}

/** Returns the display text of a cell, such as the name of a status. */
function cellText(field: EditableField, cell: string, names: StatusNames): string {
  const value = hasStatusNames(field) ? valueOfInput(field, cell) : cell;
  return typeof value === 'number' ? numberedStatus(value, names) : cell;
}
