import { textChange } from './textChange.ts';

/** Length of the common text shown around a difference, in UTF-16 units. */
const context = 20;

/**
 * Returns `before` and `after` if both have at most `maximumLength` UTF-16 units, otherwise their differing
 * parts with a little context. The middle of a longer part is left out: `omission` describes the number of
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
