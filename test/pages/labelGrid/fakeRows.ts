import type { GridRange } from '../../../src/labelGrid/protocol.ts';

/** Values of a row, by column. */
export type FakeRow = string[];

const names = [
  'Works council',
  'Überstunden (Tarif)',
  'إجازة سنوية',
  '社会保険料の控除',
  'A name so long that no column is wide enough for it, not even one that somebody has made wider',
  'Tarifgruppe 12',
  'חופשה שנתית 2026',
  '工会成员',
];
const statuses = ['1', '2', '3', '17'];
/** Names of statuses. */
export const statusNames: Readonly<Record<string, string>> = {
  '1': 'Active (1)',
  '2': 'Draft (2)',
  '3': 'Archived (3)',
};
/** Returns the values of a row of the fake service. */
export function originalRow(index: number): FakeRow {
  return [
    `${names[index % names.length] ?? ''} ${index + 1}`,
    `CODE-${String(index + 1).padStart(6, '0')}`,
    statuses[(index * 7) % statuses.length] ?? '',
    `2026-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`,
    index % 5 === 0 ? '' : `kept as it is ${index}`,
  ];
}

/** Returns the cells of what is pasted into a range, by line. A single one fills the range. */
export function pastedLines(
  content: string | string[][],
  { bottom, left, right, top }: GridRange,
): readonly string[][] {
  const lines = typeof content === 'string' ? linesOf(content) : content;
  const [[only] = [], ...others] = lines;
  if (only === undefined || others.length > 0 || lines[0]?.length !== 1) {
    return lines;
  }
  const line = Array.from({ length: right - left + 1 }, () => only);
  return Array.from({ length: bottom - top + 1 }, () => line);
}

function linesOf(text: string): string[][] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
}

/** Compares two values by their characters. */
export function compareValues(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
