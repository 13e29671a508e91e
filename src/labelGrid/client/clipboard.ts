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

/** Actions of clipboard events on the selected cells. */
interface ClipboardActions {
  /** Selected cells; undefined while the focus is outside the grid, or the user is typing. */
  range(): GridRange | undefined;
  clear(range: GridRange): void;
  /** Pastes copied cells of a grid, or the text of another application. */
  paste(range: GridRange, content: CellTexts | string): void;
  /** Copies cells whose rows are not all loaded in the page. */
  copyElsewhere(range: GridRange): void;
}

/** Listens to clipboard events, which copy, cut and paste the selected cells. */
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
    // A spreadsheet's guard and line break are not part of the cell's text.
    const cell = cells === undefined ? onlyCellOf(text) : onlyTextOf(cells);
    if (cell !== undefined) {
      event.preventDefault();
      // Unlike setting the value, this can be undone in the browser.
      document.execCommand('insertText', false, cell);
    }
  });
}
