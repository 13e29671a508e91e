import { unguarded } from './spreadsheetGuard.ts';

/** A cell in a text from the clipboard. */
export interface ClipboardCell {
  readonly content: string;
  readonly end: number;
}

/**
 * Returns the cell at `start`. A cell whose quotation marks do not enclose it is taken literally:
 * spreadsheets write such cells, too.
 */
export function cellAt(text: string, start: number): ClipboardCell {
  return (text[start] === '"' ? quotedCellAt(text, start) : undefined) ?? bareCellAt(text, start);
}

/**
 * Returns the only cell of a text that a spreadsheet has put on the clipboard, without its guard; undefined for
 * several cells, and for text without the line break that ends a row.
 */
export function onlyCellOf(text: string): string | undefined {
  const { content, end } = cellAt(text, 0);
  return /^(?:\r\n|[\r\n])$/.test(text.slice(end)) ? unguarded(content) : undefined;
}

function quotedCellAt(text: string, start: number): ClipboardCell | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') {
      const end = at + 1;
      const isClosed = end === text.length || /[\t\n\r]/.test(text[end] ?? '');
      const content = text
        .slice(start + 1, at)
        .replaceAll('""', '"')
        .replaceAll(/\r\n?/g, '\n');
      return isClosed ? { content, end } : undefined;
    }
  }
  return undefined;
}

function bareCellAt(text: string, start: number): ClipboardCell {
  let end = start;
  while (end < text.length && !/[\t\n\r]/.test(text[end] ?? '')) {
    end++;
  }
  return { content: text.slice(start, end), end };
}
