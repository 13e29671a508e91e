import { SpreadsheetError } from './spreadsheetError.ts';

/**
 * Reference to a character by its number or one of the names of XML. For an invalid number, the match ends
 * before the number.
 */
const reference = /&(?:#(?:x([\dA-Fa-f]+);|(\d+);)?|(amp|apos|gt|lt|quot);)/g;

/** Character that XML 1.0 can contain. */
const xmlCharacter = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]$/u;

const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
]);

/**
 * Returns XML text with its references replaced, except those to declared entities. Throws `SpreadsheetError`
 * if a number is not that of a character, as the parser's own decoder would produce another character.
 */
export function withoutReferences(text: string): string {
  return text.replaceAll(
    reference,
    (match, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
      name === undefined
        ? numberedCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : (namedCharacters.get(name) ?? match),
  );
}

function numberedCharacter(codePoint: number): string {
  const character = codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : '';
  if (!xmlCharacter.test(character)) {
    throw new SpreadsheetError('notReadable');
  }
  return character;
}
