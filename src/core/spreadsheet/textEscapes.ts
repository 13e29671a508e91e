// Escapes in the texts of a workbook (ECMA-376, ST_Xstring): _xHHHH_ encodes a UTF-16 unit, and _x005F_ an
// underscore that would begin an escape.

/** Escape of a UTF-16 unit; a capital X does not begin an escape. */
const escapeOfUnit = /_x([\dA-Fa-f]{4})_/g;

/**
 * Characters that XML cannot contain or alters, and underscores that would begin an escape, even if its
 * closing underscore were the first one of another escape. LibreOffice reads escapes with fewer digits, too.
 */
const unsafe = /[^\t\n -\uFFFD]|_(?=x[\dA-Fa-f]{1,4}(?:_|[^\t\n -\uFFFD]))/g;

/** Returns `text` with escapes; `withoutEscapes` is the inverse. */
export function withEscapes(text: string): string {
  return text.replaceAll(
    unsafe,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

/** Returns `text` with its escapes replaced, not recursively. Escapes may leave unpaired surrogates. */
export function withoutEscapes(text: string): string {
  return text.replaceAll(escapeOfUnit, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
