/** Labels that stand together in a list: from position `start`, counted from 0, up to before `end`. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/** Up to so many labels are one list. Beyond, rendering all of them takes longer than loading them. */
const longestList = 5_000;

const rangeLength = 1_000;

/** The ranges in which `count` labels are shown; none if they are few enough for one list. */
export function splitIntoRanges(count: number): readonly IndexRange[] {
  const length = count <= longestList ? 0 : Math.ceil(count / rangeLength);
  return Array.from({ length }, (_, index) => ({
    start: index * rangeLength,
    end: Math.min((index + 1) * rangeLength, count),
  }));
}
