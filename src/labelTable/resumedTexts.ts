import * as l10n from '@vscode/l10n';
import { isEditableField, type EditableField } from '../core/api/labelFields.ts';
import type { CellEdit } from '../core/labels/table/cellEdits.ts';
import { columnOf } from '../core/labels/table/tableColumns.ts';
import type { TableModel } from '../core/labels/table/tableModel.ts';
import type { TableRow } from '../core/labels/table/tableRow.ts';
import type { TableRows } from '../core/labels/table/tableRows.ts';
import { isolated } from '../core/text/isolated.ts';
import { oneCell } from '../labelGrid/gridContent.ts';
import type { GridColumn, GridSelect, KeptText } from '../labelGrid/protocol.ts';

/** Edits that repeat texts typed before the reload. */
export interface ResumedEdits {
  readonly edits: readonly CellEdit[];
  /** Texts for which the table no longer has a cell. */
  readonly lost: readonly KeptText[];
}

/**
 * Returns the cell in which a text was typed before the page was reloaded, with the text unless the cell
 * already contains it; undefined if the row is not shown, or the cell is read-only.
 */
export function resumedCell(
  draft: KeptText,
  rows: TableRows,
  columns: readonly Pick<GridColumn, 'id'>[],
): GridSelect | undefined {
  const cell = cellOfText(draft, rows.table.model);
  const number = cell && rows.numberOf(cell.row);
  const index = columns.findIndex(({ id }) => id === draft.column);
  return cell === undefined || number === undefined || index < 0
    ? undefined
    : {
        ...oneCell(number, index),
        ...(cell.row.cells[columnOf(cell.field)] === draft.value ? {} : { text: draft.value }),
      };
}

/** Returns the edits that repeat texts typed before the reload, in rows that are shown or not. */
export function resumedEdits(texts: readonly KeptText[], model: TableModel): ResumedEdits {
  const edits: CellEdit[] = [];
  const lost: KeptText[] = [];
  for (const text of texts) {
    const cell = cellOfText(text, model);
    if (cell === undefined) {
      lost.push(text);
    } else {
      edits.push({ row: cell.row.index, field: cell.field, cell: text.value });
    }
  }
  return { edits, lost };
}

/** Message that a typed text is lost, as the table has no cell for it. */
export function lostTextMessage({ value }: KeptText): string {
  return l10n.t(
    'Your text “{0}” is not in the table: its cell is not shown or cannot be edited now.',
    isolated(value),
  );
}

/** Returns the cell of a text; undefined if its row is gone or occurs twice, or the cell is read-only. */
function cellOfText(
  { column, row: id }: KeptText,
  model: TableModel,
): { readonly row: TableRow; readonly field: EditableField } | undefined {
  const [row, ...others] = model.rowsOf(id);
  const isCell =
    row !== undefined &&
    others.length === 0 &&
    isEditableField(column) &&
    row.cells[columnOf(column)] !== undefined;
  return isCell ? { row, field: column } : undefined;
}
