import type { Span } from './soughtWords.ts';

/** Replacement of a secret. */
export const replacement = '•••';

/**
 * Returns the first `length` characters of `text` with `spans` replaced; these may overlap and extend beyond
 * that end.
 */
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
