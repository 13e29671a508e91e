/** Part of a text, from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Text in normal form, which all encodings of a text share, with the way back to the original. */
export interface NormalText {
  readonly text: string;
  /** Returns the part of the original that `span` of the normal form comes from. */
  originalOf(span: Span): Span;
}

/** Unit of a normal form with the part of the original that it comes from. */
interface Piece extends Span {
  readonly unit: string;
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
 * Escapes at the end of a text, with the character that each stands for. None begins within another, so that
 * the order of decoding does not change the result.
 */
const escapes: readonly (readonly [
  pattern: RegExp,
  decode: (digits: string) => string | undefined,
])[] = [
  // JSON, and the old form of URLs.
  [/[%\\]u([\da-f]{4})$/i, (digits) => characterOf(Number.parseInt(digits, 16))],
  // HTML.
  [/&#x([\da-f]{1,8});$/i, (digits) => characterOf(Number.parseInt(digits, 16))],
  [/&#(\d{1,9});$/, (digits) => characterOf(Number(digits))],
  [/&([a-z]{2,9});$/i, (name) => namedCharacters[name.toLowerCase()]],
  // The bytes of one character in URLs and forms.
  [
    /(%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3})$/i,
    (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  ],
];

/** Maximum length of an escape. */
const longestEscape = 12;

/** Text from a character that an escape may begin with, if an escape may end there. */
const candidate = /^(?:%[\da-f]{2}|[%\\]u[\da-f]{4}|&#?\w{2,9};)$/i;

/**
 * Decodes `text` until it has no escapes left, in linear time. Backslashes left by then are dropped, as JSON has
 * them before some characters, and a plus sign is a space, as in forms.
 */
export function normalText(text: string): NormalText {
  if (!/[%&\\+]/.test(text)) {
    return { text, originalOf: (span) => span };
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
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index);
    if (unit === '\\' && text[index - 1] === unit) {
      // Each layer of JSON doubles the backslashes of the one below.
      continue;
    }
    add({ unit, start: index, end: index + 1 });
    while (pieces.length - (openers.at(-1) ?? -Infinity) <= longestEscape) {
      const escape = candidate.test(textOf(pieces.slice(openers.at(-1))))
        ? escapeAtEnd(textOf(pieces.slice(-longestEscape)))
        : undefined;
      if (escape === undefined) {
        break;
      }
      const [first] = pieces.splice(-escape.length);
      while ((openers.at(-1) ?? -1) >= pieces.length) {
        openers.pop();
      }
      for (const decoded of escape.character.split('')) {
        add({ unit: decoded, start: first?.start ?? index, end: index + 1 });
      }
    }
  }
  const kept = pieces.filter(({ unit }) => unit !== '\\');
  return {
    text: textOf(kept).replaceAll('+', ' ').toWellFormed(),
    originalOf: ({ start, end }) => ({
      // With the backslashes around it.
      start: kept[start - 1]?.end ?? 0,
      end: kept[end]?.start ?? text.length,
    }),
  };
}

function escapeAtEnd(text: string): { length: number; character: string } | undefined {
  for (const [pattern, decode] of escapes) {
    const [all, digits] = pattern.exec(text) ?? [];
    const character = digits === undefined ? undefined : decode(digits);
    if (all !== undefined && character !== undefined) {
      return { length: all.length, character };
    }
  }
  return undefined;
}

function characterOf(codePoint: number): string | undefined {
  return codePoint <= 0x10_ffff ? String.fromCodePoint(codePoint) : undefined;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ unit }) => unit).join('');
}
