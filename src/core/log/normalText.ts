/** Part of a text, from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Text in normal form, which all encodings of a text share, with the way back to the original. */
export interface NormalText {
  readonly text: string;
  /** Text without escapes, but with its backslashes and plus signs, which secrets may have. */
  readonly decoded: string;
  /** Returns the part of the original that `span` of the normal form comes from. */
  originalOf(span: Span): Span;
}

/** Unit of a normal form with the part of the original that it comes from. */
interface Piece extends Span {
  readonly unit: string;
  /** Whether it is a byte, in Latin-1, that may be part of a character in UTF-8. */
  readonly isByte: boolean;
}

/** Characters that HTML names, by their names in lower case. */
const namedCharacters: Readonly<Record<string, string | undefined>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hat: '^',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  nbsp: '\u00A0',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  verbar: '|',
  vert: '|',
};

/**
 * Escapes with the character or byte that each stands for. None begins within another, so that the order of
 * decoding does not change the result.
 */
const escapes: readonly (readonly [
  pattern: RegExp,
  kind: 'byte' | 'character',
  decode: (digits: string) => string | undefined,
])[] = [
  // URLs and forms; JavaScript, Python, logs of web servers.
  [/^(?:%|\\x)([\da-f]{2})$/i, 'byte', (digits) => characterOf(Number.parseInt(digits, 16))],
  // Cookies, shells.
  [/^\\([0-3][0-7]{2})$/, 'byte', (digits) => characterOf(Number.parseInt(digits, 8))],
  // JSON, and the old form of URLs.
  [/^[%\\]u([\da-f]{4})$/i, 'character', (digits) => characterOf(Number.parseInt(digits, 16))],
  // JavaScript, Ruby.
  [/^\\u\{([\da-f]{1,6})\}$/i, 'character', (digits) => characterOf(Number.parseInt(digits, 16))],
  // HTML.
  [/^&#(x[\da-f]{1,8}|\d{1,9});$/i, 'character', referencedCharacter],
  [/^&([a-z]{2,9});$/i, 'character', (name) => namedCharacters[name.toLowerCase()]],
];

/** Maximum length of an escape. */
const longestEscape = 12;

/** Maximum number of characters that one layer of encoding makes of each: an escape, or three of bytes as `\xE2`. */
export const maximumGrowth = 12;

/** Text from a character that an escape may begin with, if an escape may end there. */
const candidate =
  /^(?:%[\da-f]{2}|[%\\]u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|\\[0-3][0-7]{2}|&#?\w{1,9};)$/i;

/** Bytes of a character in UTF-8 at the end of a text, in Latin-1. */
const bytesOfCharacter =
  /(?:[\xC2-\xDF]|[\xE0-\xEF][\x80-\xBF]|[\xF0-\xF4][\x80-\xBF]{2})[\x80-\xBF]$/;

/** References of HTML without a semicolon, which extend as far as there are digits. */
const openReferences = /&#(x[\da-f]{1,8}|\d{1,9})/gi;

/**
 * Decodes `text` until it has no escapes left, in linear time. Backslashes left by then are dropped, as JSON has
 * them before some characters, and a plus sign is a space, as in forms.
 */
export function normalText(text: string): NormalText {
  if (!/[%&\\+]/.test(text)) {
    return { text, decoded: text, originalOf: (span) => span };
  }
  const pieces: Piece[] = [];
  /** Indexes of the pieces that an escape may begin with. */
  const openers: number[] = [];
  const add = (piece: Piece): void => {
    if ('%&\\'.includes(piece.unit)) {
      openers.push(pieces.length);
    }
    pieces.push(piece);
  };
  /** Replaces the last `length` pieces with `character`. */
  const replaceLast = (length: number, character: string, isByte: boolean): void => {
    const { start = 0 } = pieces.at(-length) ?? {};
    const { end = 0 } = pieces.at(-1) ?? {};
    pieces.length -= length;
    for (const unit of character.split('')) {
      add({ unit, isByte, start, end });
    }
  };
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index);
    if (unit === '\\' && text[index - 1] === unit) {
      // Each layer of JSON doubles the backslashes of the one below.
      continue;
    }
    add({ unit, isByte: false, start: index, end: index + 1 });
    while (pieces.length - (openers.at(-1) ?? -Infinity) <= longestEscape) {
      const written = textOf(pieces.slice(openers.at(-1)));
      const escape = candidate.test(written) ? decodedEscape(written) : undefined;
      if (escape === undefined) {
        break;
      }
      openers.pop();
      replaceLast(written.length, escape.character, escape.isByte);
      const bytes = escape.isByte ? bytesAtEnd(pieces) : '';
      if (bytes !== '') {
        replaceLast(bytes.length, Buffer.from(bytes, 'latin1').toString(), false);
      }
    }
  }
  const closed = withoutOpenReferences(pieces);
  const kept = closed.filter(({ unit }) => unit !== '\\');
  return {
    text: textOf(kept).replaceAll('+', ' ').toWellFormed(),
    decoded: textOf(closed),
    originalOf: ({ start, end }) => ({
      // With the backslashes around it.
      start: kept[start - 1]?.end ?? 0,
      end: kept[end]?.start ?? text.length,
    }),
  };
}

function decodedEscape(text: string): { character: string; isByte: boolean } | undefined {
  for (const [pattern, kind, decode] of escapes) {
    const digits = pattern.exec(text)?.[1];
    const character = digits === undefined ? undefined : decode(digits);
    if (character !== undefined) {
      return { character, isByte: kind === 'byte' && character >= '\u0080' };
    }
  }
  return undefined;
}

/** Returns the bytes at the end of `pieces` that make a character together, if any. */
function bytesAtEnd(pieces: readonly Piece[]): string {
  const last = pieces.slice(-4).map(({ isByte, unit }) => (isByte ? unit : ' '));
  return bytesOfCharacter.exec(last.join(''))?.[0] ?? '';
}

/** Decodes references without a semicolon, whose end is only known once all else is decoded. */
function withoutOpenReferences(pieces: readonly Piece[]): readonly Piece[] {
  const parts: (readonly Piece[])[] = [];
  let done = 0;
  for (const { 0: reference, 1: digits = '', index } of textOf(pieces).matchAll(openReferences)) {
    const end = index + reference.length;
    const from = pieces[index]?.start ?? 0;
    const to = pieces[end - 1]?.end ?? 0;
    const units = referencedCharacter(digits)?.split('') ?? [];
    if (units.length > 0) {
      parts.push(
        pieces.slice(done, index),
        units.map((unit) => ({ unit, isByte: false, start: from, end: to })),
      );
      done = end;
    }
  }
  return done === 0 ? pieces : [...parts, pieces.slice(done)].flat();
}

/** Returns the character that HTML refers to with `digits`, such as `39` or `x27`. */
function referencedCharacter(digits: string): string | undefined {
  return characterOf(Number(`0${digits}`));
}

function characterOf(codePoint: number): string | undefined {
  return codePoint <= 0x10_ffff ? String.fromCodePoint(codePoint) : undefined;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ unit }) => unit).join('');
}
