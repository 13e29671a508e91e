/** Single span that differs between a text and a later one. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly content: string;
}

/** Returns the difference between two texts, extended to whole characters. */
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
  // Moves the span's ends out of the middle of characters, as different characters may share a half.
  start -= start > 0 && isHigh(before[start - 1] ?? '') ? 1 : 0;
  same -= same > 0 && isLow(before[before.length - same] ?? '') ? 1 : 0;
  return {
    start,
    end: before.length - same,
    content: after.slice(start, after.length - same),
  };
}

function isHigh(unit: string): boolean {
  return /[\uD800-\uDBFF]/.test(unit);
}

function isLow(unit: string): boolean {
  return /[\uDC00-\uDFFF]/.test(unit);
}
