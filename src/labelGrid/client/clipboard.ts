import { onlyCellOf } from '../../core/labels/exchange/clipboardCell.ts';
import { clipboardRow } from '../model/clipboardText.ts';
import {
  cellsOfCopied,
  cellsType,
  copiedCells,
  onlyTextOf,
  type CellTexts,
} from '../model/copiedCells.ts';
import type { RowCache } from '../model/rowCache.ts';
import type { GridRange } from '../protocol.ts';

/** Actions on the selected cells that the clipboard brings. */
interface ClipboardActions {
  /** Selected cells; undefined while the keys are not for them. */
  range(): GridRange | undefined;
  clear(range: GridRange): void;
  /** Pastes copied cells of a grid, or the text of another application. */
  paste(range: GridRange, content: CellTexts | string): void;
  /** Copies cells of which the page does not have all rows. */
  copyElsewhere(range: GridRange): void;
}

/** Copies, cuts and pastes the selected cells. */
export function listenToClipboard(rows: RowCache, actions: ClipboardActions): void {
  const copy = (event: ClipboardEvent): GridRange | undefined => {
    const range = actions.range();
    if (range === undefined || event.clipboardData === null) {
      return undefined;
    }
    event.preventDefault();
    const { bottom, left, right, top } = range;
    if (rows.isComplete({ from: top, to: bottom + 1 })) {
      const copied = Array.from({ length: bottom - top + 1 }, (_, index) =>
        clipboardRow(rows.at(top + index)?.cells.slice(left, right + 1) ?? []),
      );
      for (const [type, data] of Object.entries(copiedCells(copied))) {
        event.clipboardData.setData(type, data);
      }
    } else {
      actions.copyElsewhere(range);
    }
    return range;
  };
  document.addEventListener('copy', copy);
  document.addEventListener('cut', (event) => {
    const range = copy(event);
    if (range !== undefined) {
      actions.clear(range);
    }
  });
  document.addEventListener('paste', (event) => {
    const range = actions.range();
    if (event.clipboardData === null) {
      return;
    }
    const text = event.clipboardData.getData('text/plain');
    const cells = cellsOfCopied(event.clipboardData.getData(cellsType));
    if (range !== undefined) {
      event.preventDefault();
      actions.paste(range, cells ?? text);
      return;
    }
    // The guard and the line break of a spreadsheet are no part of a cell's text.
    const cell = cells === undefined ? onlyCellOf(text) : onlyTextOf(cells);
    if (cell !== undefined) {
      event.preventDefault();
      // Only this way the browser can undo it.
      document.execCommand('insertText', false, cell);
    }
  });
}
