import { textChange } from '../../core/text/textChange.ts';

/** A text with line breaks as a text area of the browser has it: it knows one kind of them only. */
export function asTextArea(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/**
 * What a text area holds after somebody typed in it, with the line breaks of `before`, which it showed:
 * those that were not touched stay as they are, and new ones are like the first.
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

/** Where in `text` the place is that has `offset` in the text area. */
function offsetIn(text: string, offset: number): number {
  let place = 0;
  for (let passed = 0; passed < offset; passed++) {
    place += text.startsWith('\r\n', place) ? 2 : 1;
  }
  return place;
}
