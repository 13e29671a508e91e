import { labelField, type EditableField } from '../../api/labelFields.ts';
import { valueOfCell } from '../fieldInput.ts';
import type { CellEdit } from './cellEdits.ts';
import { cellOf } from './tableColumns.ts';

/** Rows of cells; they may have different lengths. */
export type CellBlock = readonly (readonly string[])[];

/** Rectangle of cells in a grid. */
export interface CellRange {
  /** Indexes of its rows in the table, in the order of the grid; −1 for a row that is gone. */
  readonly rows: Int32Array;
  /** Fields of its columns, in the order of the grid; undefined for a read-only column. */
  readonly fields: readonly (EditableField | undefined)[];
}

/**
 * Yields the edits that fill a range of cells with `block`, repeated as in spreadsheets. Used to paste
 * (`rangeOfPaste`), to fill down (the block is the first row of the range) and to clear. Leaves out the cells
 * of read-only columns and of rows that are gone.
 */
export function* editsFillingRange(
  block: CellBlock,
  { fields, rows }: CellRange,
): Generator<CellEdit, void, undefined> {
  const width = widthOf(block);
  for (const [index, row] of rows.entries()) {
    if (row < 0) {
      continue;
    }
    const cells = block[index % block.length] ?? [];
    for (const [column, field] of fields.entries()) {
      const cell = cells[column % width];
      if (cell !== undefined && field !== undefined) {
        yield { row, field, cell: pastedCell(field, cell) };
      }
    }
  }
}

/**
 * Returns the range that a paste of `block` fills: the selection if the block fits into it a whole number of
 * times, otherwise as much as the block needs. `following` reaches from the first selected cell to the end of
 * the grid.
 */
export function rangeOfPaste(
  block: CellBlock,
  selection: CellRange,
  following: CellRange,
): CellRange {
  const [height, width] = [block.length, widthOf(block)];
  return selection.rows.length % height === 0 && selection.fields.length % width === 0
    ? selection
    : { rows: following.rows.slice(0, height), fields: following.fields.slice(0, width) };
}

function widthOf(block: CellBlock): number {
  return block.reduce((width, cells) => Math.max(width, cells.length), 1);
}

/**
 * Returns the content for a pasted cell. Numbers, which spreadsheets write in several ways, are normalized;
 * text that is not a number stays as it is, so that the user sees it.
 */
function pastedCell(field: EditableField, cell: string): string {
  return labelField(field).kind === 'text' ? cell : cellOf(valueOfCell(field, cell));
}
