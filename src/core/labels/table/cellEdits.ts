import type { EditableField } from '../../api/labelFields.ts';
import { inSlices, sortInSlices } from '../../async/slices.ts';
import type { TextReplacement } from '../document/labelDocumentEdit.ts';
import { cellPlaces } from './recordScan.ts';
import { columnOf, normalizedCell } from './tableColumns.ts';
import type { TableModel } from './tableModel.ts';
import type { TableRow } from './tableRow.ts';
import { quoted } from './tableText.ts';

/** New content of a cell. */
export interface CellEdit {
  /** Index of the row. */
  readonly row: number;
  readonly field: EditableField;
  readonly cell: string;
}

/**
 * Minimum number of changed cells whose edits are joined into one: VS Code would turn that many edits into
 * one of the whole text.
 */
export const joinedEdits = 1000;

/**
 * Returns the changes of the text that make `edits`: one for each cell that changes or, if there are many,
 * one from the first to the last. Cells that a row lacks are left out; of several edits of a cell, the last
 * one counts. Works in slices; returns undefined if the text has changed meanwhile.
 */
export async function cellEdits(
  model: TableModel,
  edits: Iterable<CellEdit>,
): Promise<readonly TextReplacement[] | undefined> {
  const { version } = model;
  const changes: TextReplacement[] = [];
  const inOrder = await sortInSlices(edits, (one, other) => one.row - other.row);
  const rows = new RowCursor(model);
  for await (const slice of inSlices(editsByRow(inOrder))) {
    for (const { cells, row } of slice) {
      changes.push(...changesOfRow(rows.at(row), cells));
    }
  }
  const made = changes.length < joinedEdits ? changes : [await joinedChange(model, changes)];
  return model.version === version ? made : undefined;
}

/** New cells of one row, by column. */
interface RowEdits {
  readonly row: number;
  readonly cells: ReadonlyMap<number, string>;
}

/** Groups edits by row; they must be in the order of the rows. */
function* editsByRow(edits: Iterable<CellEdit>): Generator<RowEdits, void, undefined> {
  let row: number | undefined;
  let cells = new Map<number, string>();
  for (const edit of edits) {
    if (edit.row !== row) {
      if (row !== undefined) {
        yield { row, cells };
      }
      row = edit.row;
      cells = new Map();
    }
    cells.set(columnOf(edit.field), normalizedCell(edit.cell));
  }
  if (row !== undefined) {
    yield { row, cells };
  }
}

function changesOfRow(
  { offset, row }: { readonly offset: number; readonly row: TableRow | undefined },
  cells: RowEdits['cells'],
): readonly TextReplacement[] {
  const places = row === undefined ? [] : cellPlaces(row.text);
  return places.flatMap((place, column): TextReplacement[] => {
    const cell = cells.get(column);
    return cell === undefined || cell === row?.cells[column]
      ? []
      : [{ offset: offset + place.offset, length: place.length, content: quoted(cell) }];
  });
}

/** Finds the offsets of rows one after another. */
class RowCursor {
  readonly #model: TableModel;
  #index = 0;
  #offset: number | undefined;

  constructor(model: TableModel) {
    this.#model = model;
  }

  /** Returns the row at `index` and its offset; fastest if it follows the row returned last. */
  at(index: number): { readonly offset: number; readonly row: TableRow | undefined } {
    const row = this.#model.row(index);
    const before = this.#offset === undefined ? undefined : this.#model.row(this.#index);
    if (row !== undefined) {
      this.#offset =
        before !== undefined && index === this.#index + 1
          ? (this.#offset ?? 0) + before.text.length
          : this.#model.placeOf(row).offset;
      this.#index = index;
    }
    return { offset: this.#offset ?? 0, row };
  }
}

/** Joins changes, which must be in order, and the text between them into one change. */
async function joinedChange(
  model: TableModel,
  changes: readonly TextReplacement[],
): Promise<TextReplacement> {
  const [first] = changes;
  const last = changes.at(-1);
  const offset = first?.offset ?? 0;
  const end = (last?.offset ?? 0) + (last?.length ?? 0);
  let content = '';
  let at = offset;
  for await (const slice of inSlices(changes)) {
    for (const change of slice) {
      content += model.textBetween(at, change.offset) + change.content;
      at = change.offset + change.length;
    }
  }
  return { offset, length: end - offset, content };
}
