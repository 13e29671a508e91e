import { inSlices } from '../../async/slices.ts';
import { labelColumns } from '../labelColumns.ts';

/** Returns the text of a cell: always quoted (RFC 4180), so that no value changes the structure. */
export function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** Returns the line of a row. */
export function rowText(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`;
}

/** Returns the text of a table with these rows, yielding to other work between slices. */
export async function tableText(rows: Iterable<readonly string[]>): Promise<string> {
  let text = `${labelColumns.join(',')}\n`;
  for await (const slice of inSlices(rows)) {
    text += slice.map(rowText).join('');
  }
  return text;
}
