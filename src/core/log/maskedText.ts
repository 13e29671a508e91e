import type { Span } from './normalText.ts';

/** Replacement of a secret. */
export const replacement = '•••';

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

/** Returns the first `length` characters of `text` without `spans`, which may overlap and extend over that end. */
export function maskedText(text: string, length: number, spans: readonly Span[]): string {
  let result = '';
  let done = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= Math.max(done, length)) {
      break;
    }
    if (start >= done) {
      result += text.slice(done, start) + replacement;
    }
    done = Math.max(done, end);
  }
  return result + text.slice(done, Math.max(done, length));
}
