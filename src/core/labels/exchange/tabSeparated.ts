import { inSlices } from '../../async/slices.ts';
import { cellAt } from './clipboardCell.ts';
import { unguarded } from './spreadsheetGuard.ts';
import { tabSeparatedRow } from './tabSeparatedRow.ts';

/** Number of rows per slice, a few milliseconds of work. */
const sliceSize = 1000;

/** Returns cells as text for the clipboard, with rows formatted by `tabSeparatedRow`. Works in slices. */
export async function tabSeparated(rows: Iterable<readonly string[]>): Promise<string> {
  let text = '';
  for await (const slice of inSlices(rows, sliceSize)) {
    text += slice.map(tabSeparatedRow).join('');
  }
  return text;
}

/**
 * Returns the cells of a text from the clipboard, without guards. Rows may have different numbers of cells. Works
 * in slices.
 */
export async function cellsOfTabSeparated(text: string): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const slice of inSlices(rowsOf(text), sliceSize)) {
    rows.push(...slice);
  }
  return rows;
}

function* rowsOf(text: string): Generator<readonly string[], void, undefined> {
  let at = 0;
  // A line break ends the last row; it does not begin another one.
  do {
    const row: string[] = [];
    for (;;) {
      const { content, end } = cellAt(text, at);
      row.push(unguarded(content));
      at = end;
      if (text[at] !== '\t') {
        break;
      }
      at++;
    }
    yield row;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  } while (at < text.length);
}
