import { textChange } from './textChange.ts';

/** Parts of a text that is compared with others. */
interface ComparedParts {
  /** Parts in the same number and order as those of the other texts; empty where the text ends earlier. */
  readonly parts: readonly string[];
  /** True if the text continues after the last part. */
  readonly isContinued: boolean;
}

/** Length of the common text shown around a difference, in UTF-16 units. */
const context = 20;

/**
 * Returns `before` and `after` if both have at most `maximumLength` UTF-16 units, otherwise their differing
 * parts with a little context. The middle of a longer part is omitted: `omission` describes the number of
 * units omitted.
 */
export function differingParts(
  before: string,
  after: string,
  maximumLength: number,
  omission: (count: number) => string,
): { readonly before: string; readonly after: string } {
  if (before.length <= maximumLength && after.length <= maximumLength) {
    return { before, after };
  }
  const { content, end, start } = textChange(before, after);
  const partOf = (text: string, endOfPart: number): string => {
    const from = Math.max(0, start - context);
    const to = Math.min(text.length, endOfPart + context);
    const part = shortened(text.slice(from, to), maximumLength, omission);
    return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
  };
  return { before: partOf(before, end), after: partOf(after, start + content.length) };
}

/**
 * Returns, for each of `texts`, its parts around the places where two texts begin to differ: from a little
 * before such a place to `length` after it, but at most to a little after the last difference. Any two
 * different texts differ in one of the parts.
 */
export function partsFromDifferences(
  texts: readonly string[],
  length: number,
): readonly ComparedParts[] {
  const changes = texts.flatMap((one, index) =>
    texts.slice(index + 1).map((other) => ({ one, change: textChange(one, other) })),
  );
  const starts = changes.map(({ change }) => change.start).toSorted((a, b) => a - b);
  const sameAtEnd = Math.min(
    ...changes.map(({ change, one }) => one.length - change.end),
    ...texts.map((text) => text.length - (starts.at(-1) ?? 0)),
  );
  const spans: { readonly start: number; end: number }[] = [];
  for (const start of starts) {
    const last = spans.at(-1);
    if (last !== undefined && start - context <= last.end) {
      last.end = start + length;
    } else {
      spans.push({ start: Math.max(0, start - context), end: start + length });
    }
  }
  return texts.map((text) => {
    const endOf = (end: number): number =>
      wholeIndex(text, Math.min(end, text.length - sameAtEnd + context));
    return {
      parts: spans.map(({ end, start }) => text.slice(wholeIndex(text, start), endOf(end))),
      isContinued: endOf(spans.at(-1)?.end ?? 0) < text.length,
    };
  });
}

/** Returns `index`, limited to `text`, or the index before it if it is between the halves of a character. */
function wholeIndex(text: string, index: number): number {
  const isHalf = index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff;
  return Math.min(index, text.length) - (isHalf ? 1 : 0);
}

function shortened(
  text: string,
  maximumLength: number,
  omission: (count: number) => string,
): string {
  if (text.length <= maximumLength) {
    return text;
  }
  const half = maximumLength / 2;
  return `${text.slice(0, half)}${omission(text.length - 2 * half)}${text.slice(-half)}`;
}
