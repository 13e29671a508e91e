/** A text with line breaks as a text area of the browser has it: it knows one kind of them only. */
export function asTextArea(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/**
 * What a text area holds after somebody typed in it, with the line breaks of `before`, which it showed:
 * those that were not touched stay as they are, and new ones are like the first.
 */
export function withLineBreaksOf(before: string, typed: string): string {
  const shown = asTextArea(before);
  const shorter = Math.min(shown.length, typed.length);
  let start = 0;
  while (start < shorter && shown[start] === typed[start]) {
    start++;
  }
  let same = 0;
  while (same < shorter - start && shown.at(-1 - same) === typed.at(-1 - same)) {
    same++;
  }
  const [lineBreak = '\n'] = /\r\n?|\n/.exec(before) ?? [];
  const content = typed.slice(start, typed.length - same).replaceAll('\n', lineBreak);
  const end = offsetIn(before, shown.length - same);
  return before.slice(0, offsetIn(before, start)) + content + before.slice(end);
}

/** Where in `text` the place is that has `offset` in the text area. */
function offsetIn(text: string, offset: number): number {
  let place = 0;
  for (let passed = 0; passed < offset; passed++) {
    place += text.startsWith('\r\n', place) ? 2 : 1;
  }
  return place;
}
