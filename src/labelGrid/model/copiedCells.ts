import * as z from 'zod/mini';
import { guarded } from '../../core/labels/exchange/spreadsheetGuard.ts';
import { tabSeparatedRow } from '../../core/labels/exchange/tabSeparatedRow.ts';

/** Schema of the texts of cells, by row. */
const cellTextsSchema = z.array(z.array(z.string()));

/** Texts of cells, by row. */
export type CellTexts = z.output<typeof cellTextsSchema>;

/** Clipboard type of copied cells, from which a grid pastes exactly the same texts. */
export const cellsType = 'application/vnd.workforce-labels.cells+json';

/** Whitespace that HTML does not preserve. */
const lostBlanks = /^\s|\s$|\s{2}|[\t\r\f]/;

/**
 * Returns cells for the clipboard, by type. Spreadsheets paste the HTML, which marks text as text; it is left
 * out if it would lose whitespace. The plain text is guarded, except for a single cell that also has HTML or
 * needs no guard: its text is exact, for a search or a message.
 */
export function copiedCells(texts: CellTexts): Readonly<Record<string, string>> {
  const hasLostBlanks = texts.some((row) => row.some((text) => lostBlanks.test(text)));
  const guardedText = texts.map(tabSeparatedRow).join('');
  const only = onlyTextOf(texts);
  const isAsItIs = only !== undefined && (!hasLostBlanks || guardedText === `${only}\n`);
  return {
    [cellsType]: JSON.stringify(texts),
    'text/plain': isAsItIs ? only : guardedText,
    ...(hasLostBlanks ? {} : { 'text/html': htmlTable(texts) }),
  };
}

/** Returns the copied cells in a text of `cellsType`; undefined if it contains anything else. */
export function cellsOfCopied(text: string): CellTexts | undefined {
  try {
    return cellTextsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Returns the text of a single cell; undefined for several. */
export function onlyTextOf([row = [], ...others]: CellTexts): string | undefined {
  return others.length === 0 && row.length === 1 ? row[0] : undefined;
}

function htmlTable(texts: CellTexts): string {
  const rows = texts.map((row) => `<tr>${row.map(htmlCell).join('')}</tr>`);
  // Otherwise Excel would start a new row at a line break.
  return `<style>br{mso-data-placement:same-cell}</style><table>${rows.join('')}</table>`;
}

function htmlCell(text: string): string {
  // The text format: first Excel's name for it, then LibreOffice's.
  const isText = guarded(text) !== text;
  const format = isText ? ` style="mso-number-format:'\\@'" sdnum="1033;0;@"` : '';
  const content = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>');
  return `<td${format}>${content}</td>`;
}
