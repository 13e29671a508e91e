/**
 * Returns texts for the clipboard, one line each. A run of line breaks and control characters is a space: a terminal
 * would run the lines of a pasted text, and obey its control characters.
 */
export function copiedLines(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')).join('\n');
}
