import type { EditableField } from '../core/api/labelFields.ts';
import { cellsOfTabSeparated } from '../core/labels/exchange/tabSeparated.ts';
import { editsFillingRange, rangeOfPaste, type CellBlock } from '../core/labels/table/cellBlock.ts';
import type { CellEdit } from '../core/labels/table/cellEdits.ts';
import { columnOf } from '../core/labels/table/tableColumns.ts';
import type { TableRows } from '../core/labels/table/tableRows.ts';
import { oneCell, type GridAction } from '../labelGrid/gridContent.ts';
import type { GridRange } from '../labelGrid/protocol.ts';

/** Action of a user that changes cells. */
export type CellAction = Extract<
  GridAction,
  { readonly type: 'edit' | 'clear' | 'fillDown' | 'paste' }
>;

/** Edits requested by an action, and the parts of it that are left out. */
export interface RequestedEdits {
  readonly edits: Iterable<CellEdit>;
  /** Filled cells, with row numbers in the order of the action; undefined if there are none. */
  readonly filled: GridRange | undefined;
  /** Number of pasted rows that do not fit into the table. */
  readonly rowsLeftOut: number;
  /** True if some of the cells are read-only. */
  readonly hasReadOnly: boolean;
}

const nothing: RequestedEdits = {
  edits: [],
  filled: undefined,
  rowsLeftOut: 0,
  hasReadOnly: false,
};

/** Cell action whose row numbers are resolved only when it is carried out. */
export class PendingCellAction {
  readonly #action: CellAction;
  readonly #fields: readonly (EditableField | undefined)[];
  /** Cells to fill in, parsed once; undefined if they are those of the first row. */
  #block: Promise<CellBlock | undefined> | undefined;

  /** `fields` are the fields of the grid's columns; undefined for a read-only column. */
  constructor(action: CellAction, fields: readonly (EditableField | undefined)[]) {
    this.#action = action;
    this.#fields = fields;
  }

  /** Returns the edits for the current rows. Works in slices. */
  async editsIn(rows: TableRows): Promise<RequestedEdits> {
    const { order, type } = this.#action;
    const range = rangeOfAction(this.#action);
    this.#block ??= blockOf(this.#action);
    const block = (await this.#block) ?? this.#firstRow(rows, range, order);
    if (block === undefined) {
      return nothing;
    }
    const selection = {
      rows: rows.indexesOf(range.top, range.bottom + 1, order),
      fields: this.#fields.slice(range.left, range.right + 1),
    };
    const following = {
      rows: rows.indexesOf(range.top, range.top + block.length, order),
      fields: this.#fields.slice(range.left),
    };
    const filled = type === 'paste' ? rangeOfPaste(block, selection, following) : selection;
    const { fields, rows: indexes } = filled;
    if (fields.length === 0 || indexes.every((index) => index < 0)) {
      return nothing;
    }
    return {
      edits: editsFillingRange(block, filled),
      filled: {
        top: range.top,
        left: range.left,
        bottom: range.top + indexes.length - 1,
        right: range.left + fields.length - 1,
      },
      rowsLeftOut: Math.max(0, (type === 'paste' ? block.length : 0) - indexes.length),
      hasReadOnly: fields.includes(undefined),
    };
  }

  /** Returns the cells of the first row of a range; undefined if the row is gone. */
  #firstRow(
    rows: TableRows,
    { left, right, top }: GridRange,
    order: number,
  ): CellBlock | undefined {
    const row = rows.rowAt(top, order);
    return row === undefined
      ? undefined
      : [
          this.#fields
            .slice(left, right + 1)
            .map((field) => (field === undefined ? '' : (row.cells[columnOf(field)] ?? ''))),
        ];
  }
}

async function blockOf(action: CellAction): Promise<CellBlock | undefined> {
  switch (action.type) {
    case 'edit':
      return [[action.value]];
    case 'clear':
      return [['']];
    case 'fillDown':
      return undefined;
    case 'paste':
      return typeof action.content === 'string'
        ? await cellsOfTabSeparated(action.content)
        : action.content;
  }
}

function rangeOfAction(action: CellAction): GridRange {
  return action.type === 'edit' ? oneCell(action.row, action.column) : action.range;
}
