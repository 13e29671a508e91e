/** Characters that override the direction of the text after them (Unicode Standard Annex 9, section 2). */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Scripts that are written from right to left. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Returns text of the service as one line: no line breaks, control characters or direction overrides. */
export function singleLine(text: string): string {
  return text
    .replaceAll(directionControls, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Returns text of the service as one line that cannot reorder the text around it: as `singleLine`, and
 * in isolation characters if it is written from right to left. Not for editors: they show these characters.
 */
export function displayText(text: string): string {
  const line = singleLine(text);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}

/** Returns `value` as indented JSON, with escapes for characters that override the direction of text. */
export function displayJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(
    directionControls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
