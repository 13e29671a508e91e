import { tabSeparatedRow } from '../../core/labels/exchange/tabSeparatedRow.ts';
import type { GridCell } from '../protocol.ts';

/** Returns the texts of a row for the clipboard: the value of an editable cell, otherwise the display text. */
export function clipboardRow(cells: readonly GridCell[]): string[] {
  return cells.map(({ text, value }) => value ?? text);
}

/** Returns rows of cells as text for the clipboard. */
export function clipboardText(rows: readonly (readonly GridCell[])[]): string {
  return rows.map((cells) => tabSeparatedRow(clipboardRow(cells))).join('');
}
