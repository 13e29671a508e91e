import { textChange } from '../../core/text/textChange.ts';

/** Converts the line breaks of a text to those of a text area, which has only one kind. */
export function asTextArea(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/**
 * Returns the text of a text area with the line breaks of `before`, which it showed: unchanged ones are
 * preserved, and new ones are like the first.
 */
export function withLineBreaksOf(before: string, typed: string): string {
  const { content, end, start } = textChange(asTextArea(before), typed);
  const [lineBreak = '\n'] = /\r\n?|\n/.exec(before) ?? [];
  return (
    before.slice(0, offsetIn(before, start)) +
    content.replaceAll('\n', lineBreak) +
    before.slice(offsetIn(before, end))
  );
}

/** Returns the offset in `text` that corresponds to `offset` in the text area. */
function offsetIn(text: string, offset: number): number {
  let place = 0;
  for (let passed = 0; passed < offset; passed++) {
    place += text.startsWith('\r\n', place) ? 2 : 1;
  }
  return place;
}
