/** Characters that turn the direction of the text after them (Unicode Standard Annex 9, section 2). */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Scripts that are written from right to left. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Text of the service as one line: without line breaks, control characters and direction overrides. */
export function singleLine(text: string): string {
  return text
    .replaceAll(directionControls, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Text of the service as one line that cannot garble the text around it: as `singleLine`, and in
 * isolation where it is written from right to left. An editor would show what isolates it.
 */
export function displayText(text: string): string {
  const line = singleLine(text);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}

/** `value` as indented JSON; characters that turn the direction of text are written as escapes. */
export function displayJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(
    directionControls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
