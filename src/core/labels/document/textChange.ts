/** The one span of a text that is another in a later text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly content: string;
}

/** What differs between two texts, from the first character to the last one that does. */
export function textChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start++;
  }
  let same = 0;
  while (
    same < shorter - start &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same++;
  }
  return {
    start,
    end: before.length - same,
    content: after.slice(start, after.length - same),
  };
}
