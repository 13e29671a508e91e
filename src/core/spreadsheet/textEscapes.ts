// Escapes in the texts of a workbook (ECMA-376, ST_Xstring): _xHHHH_ stands for a UTF-16 unit, and _x005F_ for an
// underscore that would begin an escape.

/** Escape of a UTF-16 unit; a capital X begins none. */
const escapeOfUnit = /_x([\dA-Fa-f]{4})_/g;

/**
 * Characters that XML cannot hold or alters, and underscores that would begin an escape, also where the first
 * underscore of another escape would end it. LibreOffice reads escapes with fewer digits, too.
 */
const unsafe = /[^\t\n -\uFFFD]|_(?=x[\dA-Fa-f]{1,4}(?:_|[^\t\n -\uFFFD]))/g;

/** Returns `text` with escapes; `withoutEscapes` is the inverse. */
export function withEscapes(text: string): string {
  return text.replaceAll(
    unsafe,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

/** Returns `text` with its escapes replaced, each once. Escapes may leave unpaired surrogates. */
export function withoutEscapes(text: string): string {
  return text.replaceAll(escapeOfUnit, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
