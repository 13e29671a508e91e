/** Part of a text, from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Words to look for in normal forms. */
export interface SoughtWords {
  readonly words: readonly string[];
  /**
   * Words without their ends, which look like the beginning of an escape: found where an escape follows, which may be
   * that end together with what follows it.
   */
  readonly beforeEscapes: readonly string[];
  /** `words` that begin alike, by their beginnings of `lengthOfBeginning`. */
  readonly byBeginning: ReadonlyMap<string, readonly string[]>;
}

/** Length of the beginning by which words are found; none of them is shorter. */
export const lengthOfBeginning = 8;

/** Makes words to look for of words, each of which has `lengthOfBeginning` or more. */
export function soughtWords(
  words: readonly string[],
  beforeEscapes: readonly string[],
): SoughtWords {
  return {
    words,
    beforeEscapes,
    byBeginning: Map.groupBy(words, (word) => word.slice(0, lengthOfBeginning)),
  };
}

/** Returns the places of `words` in `text`. */
export function spansOf(words: readonly string[], text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const word of words) {
    for (let start = text.indexOf(word); start !== -1;) {
      const end = start + word.length;
      spans.push({ start, end });
      start = text.indexOf(word, end);
    }
  }
  return spans;
}
