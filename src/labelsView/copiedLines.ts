/**
 * Returns the content for the clipboard, one line for each text. Line breaks and control characters within a
 * text become a space: a terminal would run pasted lines and interpret control characters.
 */
export function copiedLines(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')).join('\n');
}
