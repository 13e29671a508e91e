import { beginsFormula, guard, guarded, unguarded } from './spreadsheetGuard.ts';

/**
 * Separator with the part of a cell that follows it. A spreadsheet whose list separator is not the comma
 * recognizes only the quotation marks of the first cell in a line, and splits the other cells at its
 * separator and at line breaks. A comma never splits a cell, as all cells are in quotation marks. Other
 * separators, such as a colon or a space, and other quotation marks have to be chosen manually, in a preview
 * that shows every row broken; guarding them would change ordinary texts, such as “Start: -5 days”.
 */
const laterPart = /([;|\t\r\n])([^;|\t\r\n]+)/g;

/** Characters before a formula that may be the quotation marks of a cell, or dropped. */
const beforeFormula = /^["'\s\p{Cc}\p{Cf}]+/u;

/**
 * Returns `text` for a cell of a CSV file, guarded if a spreadsheet would convert it. If another separator would
 * split the cell, parts that begin like a formula are guarded, too.
 */
export function guardCsvCell(text: string): string {
  return guarded(
    text.replaceAll(laterPart, (match, separator: string, part: string) =>
      isFormula(part) ? `${separator}${guard}${part}` : match,
    ),
  );
}

/**
 * Returns the text of a cell of a CSV file without its guards, if any. An apostrophe that another program
 * wrote before such a text or part cannot be distinguished from a guard, as spreadsheets keep no other trace
 * of our format.
 */
export function unguardCsvCell(cell: string): string {
  return unguarded(cell).replaceAll(laterPart, (match, separator: string, part: string) =>
    part.startsWith(guard) && isFormula(part) ? `${separator}${part.slice(guard.length)}` : match,
  );
}

/** Returns whether a part begins like a formula, or would be read as guarded. */
function isFormula(part: string): boolean {
  return beginsFormula(part.replace(beforeFormula, ''));
}
