import type { GridColumn, GridFilter, GridSort } from '../../../src/labelGrid/protocol.ts';
import { compareValues, type FakeRow } from './fakeRows.ts';

/** What rows are filtered and sorted by. */
interface FakeView {
  readonly columns: readonly GridColumn[];
  /** Number of the column that holds the first value. */
  readonly first: number;
  readonly filter: GridFilter;
  readonly sort: GridSort | undefined;
  readonly isChanged: (row: number) => boolean;
}

/** Returns the numbers of the rows that match the filter, in the order that was asked for. */
export function orderedRows(values: readonly FakeRow[], view: FakeView): number[] {
  const { columns, first, sort } = view;
  const rows = Array.from(values.keys()).filter((row) => matches(values[row] ?? [], row, view));
  if (sort !== undefined) {
    const index = columns.findIndex(({ id }) => id === sort.column) - first;
    const sign = sort.direction === 'ascending' ? 1 : -1;
    const value = (row: number): string => values[row]?.[index] ?? '';
    rows.sort((a, b) => sign * compareValues(value(a), value(b)));
  }
  return rows;
}

function matches(
  values: FakeRow,
  row: number,
  { columns, filter, first, isChanged }: FakeView,
): boolean {
  return (
    hasWords(values.join(' '), filter.words) &&
    filter.facets.every((facet) => facet !== 'changed' || isChanged(row)) &&
    columns.every(({ id }, index) => {
      const wanted = filter.columns[id];
      const value = values[index - first] ?? '';
      return (
        wanted === undefined ||
        ((wanted.values.length === 0 || wanted.values.includes(value)) &&
          hasWords(value, wanted.words) &&
          value >= wanted.since &&
          (!wanted.isEmpty || value === ''))
      );
    })
  );
}

function hasWords(text: string, words: string): boolean {
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}
