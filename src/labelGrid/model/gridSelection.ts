import type { GridRange } from '../protocol.ts';

/** Row number of the column headers, above the first row. */
export const headerRow = -1;

/** Place of a cell; its row is `headerRow` or that of a label. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Numbers of rows and columns. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows that Page Up and Page Down move by. */
  readonly page: number;
}

/** Move of the active cell, or of the range's other corner. */
export type Move = keyof typeof moves;

/**
 * Selected cells: the range between two corners. Typing, and moves that do not extend the range, start at the
 * active cell within it.
 */
export interface GridSelection {
  readonly active: CellPlace;
  /** Corner that stays while the range is extended; undefined if it is the active cell. */
  readonly anchor?: CellPlace | undefined;
  readonly extent: CellPlace;
  /** Column in which the user began to enter values with Tab; Enter returns to it. */
  readonly entryColumn?: number;
}

const moves = {
  left: ({ column, row }) => ({ row, column: column - 1 }),
  right: ({ column, row }) => ({ row, column: column + 1 }),
  up: ({ column, row }) => ({ row: row - 1, column }),
  down: ({ column, row }) => ({ row: row + 1, column }),
  pageUp: ({ column, row }, { page }) => ({
    row: row === headerRow ? row : Math.max(row - page, 0),
    column,
  }),
  pageDown: ({ column, row }, { page }) => ({ row: row + page, column }),
  rowStart: ({ row }) => ({ row, column: 0 }),
  rowEnd: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  columnStart: ({ column, row }) => ({ row: Math.min(row, 0), column }),
  columnEnd: ({ column }, { rows }) => ({ row: rows - 1, column }),
  gridStart: ({ row }) => ({ row: Math.min(row, 0), column: 0 }),
  gridEnd: (_, { columns, rows }) => ({ row: rows - 1, column: columns - 1 }),
  stay: (place) => place,
} as const satisfies Readonly<Record<string, (place: CellPlace, size: GridSize) => CellPlace>>;

/** Selects one cell. */
export function selectCell(place: CellPlace): GridSelection {
  return { active: place, extent: place };
}

/** Returns the selection after a move of the active cell, or of the range's other corner if `isExtending`. */
export function moved(
  selection: GridSelection,
  move: Move,
  size: GridSize,
  isExtending: boolean,
): GridSelection {
  const { active, extent } = selection;
  return isExtending
    ? extended(selection, moves[move](extent, size), size)
    : selectCell(clamped(moves[move](active, size), size));
}

/**
 * Returns the selection after a key that ends typing: Tab begins or continues an entry of values, Enter
 * returns to the column where the entry began. The headers are never selected, as the next value would be
 * lost there.
 */
export function movedOn(
  selection: GridSelection,
  key: 'tab' | 'enter' | 'other',
  move: Move,
  size: GridSize,
): GridSelection {
  const { active, entryColumn = active.column } = selection;
  const from = key === 'enter' ? selectCell({ ...active, column: entryColumn }) : selection;
  const present = moved(from, move, size, false);
  const next = size.rows === 0 ? present : belowHeader(present);
  return key === 'tab' ? { ...next, entryColumn } : next;
}

/** Returns the selection with the range's other corner at `place`. A range never includes headers. */
export function extended(
  { active, anchor }: GridSelection,
  place: CellPlace,
  size: GridSize,
): GridSelection {
  if (size.rows === 0) {
    return selectCell(active);
  }
  const end = clamped(place, size);
  const extent = { ...end, row: Math.max(end.row, 0) };
  const start = active.row === headerRow ? { ...active, row: 0 } : active;
  const anchored = { active: start, anchor, extent };
  return contains(rangeOf(anchored), start) ? anchored : { active: start, extent };
}

/** Selects all cells in the columns from `left` to `right`. The active cell stays if it is in one of them. */
export function selectColumns(
  { column, row }: CellPlace,
  left: number,
  right: number,
  size: GridSize,
): GridSelection {
  const isWithin = column >= Math.min(left, right) && column <= Math.max(left, right);
  return size.rows === 0
    ? selectCell({ row, column })
    : {
        active: { row: Math.max(row, 0), column: isWithin ? column : left },
        anchor: { row: 0, column: left },
        extent: { row: size.rows - 1, column: right },
      };
}

/** Returns the selection, moved to the first row if a header is active. */
export function belowHeader(selection: GridSelection): GridSelection {
  return selection.active.row === headerRow
    ? selectCell({ ...selection.active, row: 0 })
    : selection;
}

/** Returns the selection of the first row's cell in the active column, or of the active header. */
export function inFirstRow({ active }: GridSelection): GridSelection {
  return selectCell({ ...active, row: Math.min(active.row, 0) });
}

/** Selects all cells in the rows of the selection. */
export function selectRows(selection: GridSelection, size: GridSize): GridSelection {
  const { active, anchor = active, extent } = selection;
  return active.row === headerRow
    ? selectCell(active)
    : {
        active,
        anchor: { row: anchor.row, column: 0 },
        extent: { row: extent.row, column: size.columns - 1 },
      };
}

/** Returns the selected cells; undefined if a header is active. */
export function rangeOf({ active, anchor = active, extent }: GridSelection): GridRange | undefined {
  return active.row === headerRow
    ? undefined
    : {
        top: Math.min(anchor.row, extent.row),
        bottom: Math.max(anchor.row, extent.row),
        left: Math.min(anchor.column, extent.column),
        right: Math.max(anchor.column, extent.column),
      };
}

/** Selects a range with its first cell active; returns `present` if it is that range already. */
export function selectRange(range: GridRange, present?: GridSelection): GridSelection {
  const { bottom, left, right, top } = range;
  const selected = present && rangeOf(present);
  const isPresent =
    selected?.top === top &&
    selected.left === left &&
    selected.bottom === bottom &&
    selected.right === right;
  return present !== undefined && isPresent
    ? present
    : { active: { row: top, column: left }, extent: { row: bottom, column: right } };
}

/** Returns whether a range contains a cell. */
export function contains(range: GridRange | undefined, { column, row }: CellPlace): boolean {
  return (
    range !== undefined &&
    row >= range.top &&
    row <= range.bottom &&
    column >= range.left &&
    column <= range.right
  );
}

/** Returns the number of cells in a range. */
export function cellCount({ bottom, left, right, top }: GridRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** Returns the selection, limited to a grid that may have become smaller. */
export function within(selection: GridSelection, size: GridSize): GridSelection {
  const { active, anchor, extent } = selection;
  if (size.rows === 0) {
    return selectCell(clamped(active, size));
  }
  return {
    ...selection,
    active: clamped(active, size),
    anchor: anchor && clamped(anchor, size),
    extent: clamped(extent, size),
  };
}

function clamped({ column, row }: CellPlace, { columns, rows }: GridSize): CellPlace {
  return {
    row: Math.max(Math.min(row, rows - 1), headerRow),
    column: Math.max(Math.min(column, columns - 1), 0),
  };
}
