import { guarded } from './spreadsheetGuard.ts';

/** Characters within a cell that spreadsheets take for its end, or for quotation. */
const structural = /["\t\n\r]/;

/**
 * Returns a row of cells as text for the clipboard, with its line break, as Excel, LibreOffice and Google Sheets
 * read it. Texts that a spreadsheet would convert or execute are guarded.
 */
export function tabSeparatedRow(cells: readonly string[]): string {
  return `${cells.map(cellText).join('\t')}\n`;
}

function cellText(cell: string): string {
  const text = guarded(cell);
  return structural.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
