/** Range of consecutive labels in a list, from `start`, counted from 0, up to but not including `end`. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of labels in a flat list; beyond it, rendering takes longer than loading. */
const maximumListLength = 5_000;

const rangeLength = 1_000;

/** Splits `count` labels into ranges; returns no ranges if the labels fit into a flat list. */
export function splitIntoRanges(count: number): readonly IndexRange[] {
  const length = count <= maximumListLength ? 0 : Math.ceil(count / rangeLength);
  return Array.from({ length }, (_, index) => ({
    start: index * rangeLength,
    end: Math.min((index + 1) * rangeLength, count),
  }));
}
