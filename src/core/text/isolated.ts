/**
 * Blocks whose default bidirectional class is R or AL, including those reserved for future scripts (UAX #9,
 * `DerivedBidiClass.txt`).
 */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Returns whether `text` contains right-to-left characters. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

const isolate = /\u2068[^\u2068\u2069]*\u2069/g;

/**
 * Returns `line` in a bidirectional isolate if it contains right-to-left text, which would reorder the
 * sentence around it. A sentence whose right-to-left parts are isolated is returned unchanged.
 */
export function isolated(line: string): string {
  return isRightToLeft(line.replaceAll(isolate, ''))
    ? `\u2068${withoutIsolates(line)}\u2069`
    : line;
}

/** Returns `text` without isolates, for an editor, which would show them. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '');
}
