/** Character at a position of a text, literal or decoded from an escape. */
export interface Reading {
  readonly character: string;
  /** True for a byte, as Latin-1, that may be part of a UTF-8 character. */
  readonly isByte: boolean;
  /** Position after the character. */
  readonly end: number;
  /** Position of the next reading that is not a backslash. */
  readonly following: number;
  /**
   * Numbers of decoded escapes after which the character was a backslash: 0 for a literal one, and 1 for
   * `%5C`. `%5Cx41` was one after 1, and is an A after 2.
   */
  readonly backslashes: ReadonlySet<number>;
}

/** Characters with names in HTML, by their lowercase names. */
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
 * Escapes at the beginning of a text, with the character or byte that each encodes. No escape is the
 * beginning of another one, so their order does not change the result.
 */
const escapes: readonly (readonly [
  pattern: RegExp,
  kind: 'byte' | 'character',
  decode: (digits: string) => string | undefined,
])[] = [
  // URLs and forms; JavaScript, Python, web server logs.
  [/^(?:%|\\x)([\da-f]{2})/i, 'byte', hexadecimalCharacter],
  // Cookies, shells.
  [/^\\([0-3][0-7]{2})/, 'byte', (digits) => characterOf(Number.parseInt(digits, 8))],
  // JSON; obsolete form in URLs.
  [/^\\u([\dA-Fa-f]{4})/, 'character', hexadecimalCharacter],
  [/^%u([\da-f]{4})/i, 'character', hexadecimalCharacter],
  // Python, C.
  [/^\\U([\dA-Fa-f]{8})/, 'character', hexadecimalCharacter],
  // JavaScript, Ruby.
  [/^\\u\{([\da-f]{1,6})\}/i, 'character', hexadecimalCharacter],
  // HTML.
  [/^&#(x[\da-f]{1,8}|\d{1,9});/i, 'character', referencedCharacter],
  [/^&([a-z]{2,9});/i, 'character', (name) => namedCharacters[name.toLowerCase()]],
];

/** Maximum length of an escape. */
const longestEscape = 12;

/**
 * Maximum number of characters to which one layer of encoding expands a character: the longest escape, or
 * three bytes such as `\xE2`.
 */
export const maximumGrowth = 12;

/** Characters near the end of a text that may begin an escape, which the following text completes. */
export const escapeAtEnd = /[%&\\](?=[#\w{%&\\]{0,11}$)/g;

/** Bytes of a UTF-8 character at the beginning of a text, as Latin-1. */
const leadingBytes = /^(?:[\xC2-\xDF]|[\xE0-\xEF][\x80-\xBF]|[\xF0-\xF4][\x80-\xBF]{2})[\x80-\xBF]/;

/** Character that several readings encode together. */
type Combination = Pick<Reading, 'character' | 'isByte' | 'end'>;

/**
 * Returns the reading at each position of `text`, decoded until no escapes are left, in linear time. Each
 * reading depends only on the text after it, so that a text reads the same whatever precedes it.
 */
export function readingsOf(text: string): readonly Reading[] {
  const readings: Reading[] = Array.from({ length: text.length });
  for (let start = text.length - 1; start >= 0; start--) {
    readings[start] = readingAt(start, text, readings);
  }
  return readings;
}

const noBackslashes: ReadonlySet<number> = new Set();

/** Returns the reading at `start`, given the readings after it. */
function readingAt(start: number, text: string, readings: readonly Reading[]): Reading {
  let read: Combination = { character: text.charAt(start), isByte: false, end: start + 1 };
  let backslashes = noBackslashes;
  for (let decodings = 0; ; decodings++) {
    if (read.character === '\\') {
      const next = readings[read.end];
      if (next?.backslashes.has(decodings) === true) {
        // Each layer of JSON doubles the backslashes inside it, and a backslash may itself be encoded: of two that
        // appear after the same number of decodings, only the second counts.
        return next;
      }
      backslashes = new Set([...backslashes, decodings]);
    }
    const combined = decodedEscape(read, readings);
    if (combined === undefined) {
      break;
    }
    read = combined;
  }
  read = decodedBytes(read, readings) ?? read;
  return { ...read, following: followingAt(read.end, readings), backslashes };
}

/** Returns the position of the reading at `position`, or of the next one that is not a backslash. */
export function followingAt(position: number, readings: readonly Reading[]): number {
  const reading = readings[position];
  return reading?.character === '\\' ? reading.following : position;
}

/** Kind of sequence in which several readings encode one character. */
interface Sequence {
  /** Returns whether a reading may continue a sequence. */
  readonly continues: (reading: Reading) => boolean;
  readonly maximumLength: number;
  /** Decodes the beginning of a text, of `length`; undefined if it is not a sequence of this kind. */
  readonly decode: (
    text: string,
  ) => (Omit<Combination, 'end'> & { readonly length: number }) | undefined;
}

const escapeSequence: Sequence = {
  continues: ({ character }) => /^[#\w{};]$/.test(character),
  maximumLength: longestEscape,
  decode: (text) => {
    for (const [pattern, kind, decode] of escapes) {
      const [escape, digits] = pattern.exec(text) ?? [];
      const character = digits === undefined ? undefined : decode(digits);
      if (escape !== undefined && character !== undefined) {
        const isByte = kind === 'byte' && character >= '\u0080';
        return { character, isByte, length: escape.length };
      }
    }
    return undefined;
  },
};

const byteSequence: Sequence = {
  continues: ({ isByte }) => isByte,
  maximumLength: 4,
  decode: (text) => {
    const bytes = leadingBytes.exec(text)?.[0];
    return bytes === undefined
      ? undefined
      : {
          character: Buffer.from(bytes, 'latin1').toString(),
          isByte: false,
          length: bytes.length,
        };
  },
};

/**
 * Returns the character that a sequence beginning with `first` encodes; undefined if there is no sequence.
 * Backslashes may separate its parts: `%\\u0061a` can be `%\aa` with an escaped `a` as well as `%aa`, so both
 * read alike.
 */
function sequenceAt(
  first: Combination,
  readings: readonly Reading[],
  { continues, decode, maximumLength }: Sequence,
): Combination | undefined {
  let read = first.character;
  const ends = [first.end];
  for (let at = followingAt(first.end, readings); read.length < maximumLength;) {
    const reading = readings[at];
    if (reading === undefined || !continues(reading)) {
      break;
    }
    read += reading.character;
    ends.push(reading.end);
    at = reading.following;
  }
  const decoded = decode(read);
  if (decoded === undefined) {
    return undefined;
  }
  const { character, isByte, length } = decoded;
  const end = ends[length - 1];
  return end === undefined ? undefined : { character, isByte, end };
}

/** Returns the character that an escape beginning with `first` encodes; undefined if there is no escape. */
function decodedEscape(first: Combination, readings: readonly Reading[]): Combination | undefined {
  return /^[%&\\]$/.test(first.character) ? sequenceAt(first, readings, escapeSequence) : undefined;
}

/** Returns the UTF-8 character that begins with the byte `first`; undefined if there is none. */
function decodedBytes(first: Combination, readings: readonly Reading[]): Combination | undefined {
  return first.isByte ? sequenceAt(first, readings, byteSequence) : undefined;
}

/** Returns the character that HTML refers to with `digits`, such as `39` or `x27`. */
export function referencedCharacter(digits: string): string | undefined {
  return characterOf(Number(`0${digits}`));
}

function hexadecimalCharacter(digits: string): string | undefined {
  return characterOf(Number.parseInt(digits, 16));
}

function characterOf(codePoint: number): string | undefined {
  return codePoint <= 0x10_ffff ? String.fromCodePoint(codePoint) : undefined;
}
