/** Part of a text, from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Words to search for in normal forms. */
export interface SoughtWords {
  readonly words: readonly string[];
  /**
   * Words whose end looks like the beginning of an escape, without this end: they match before an escape,
   * which may consist of the end and the text after it.
   */
  readonly beforeEscapes: readonly string[];
  /** `words` by their first `prefixLength` characters. */
  readonly byBeginning: ReadonlyMap<string, readonly string[]>;
}

/** Length of the prefix by which words are looked up; no word is shorter. */
export const prefixLength = 8;

/** Returns the search structure for `words`, each of at least `prefixLength` characters. */
export function soughtWords(
  words: readonly string[],
  beforeEscapes: readonly string[],
): SoughtWords {
  return {
    words,
    beforeEscapes,
    byBeginning: Map.groupBy(words, (word) => word.slice(0, prefixLength)),
  };
}

/** Returns the spans of `words` in `text`. */
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
