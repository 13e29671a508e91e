import { followingAt, readingsOf, referencedCharacter, type Reading } from './escapes.ts';
import { prefixLength, spansOf, type SoughtWords, type Span } from './soughtWords.ts';

/** Text in normal form, which is the same for all encodings of a text. */
export interface NormalText {
  readonly text: string;
  /** Text without escapes, but with its backslashes and plus signs, which secrets may contain. */
  readonly decoded: string;
  /** Returns the spans of the original whose normal form is one of the words. */
  spansOf(sought: SoughtWords): readonly Span[];
}

/** Unit of a normal form, with the part of the original that it comes from. */
interface Piece extends Span {
  readonly unit: string;
}

/**
 * HTML references without a semicolon, which extend as far as there are digits, and may contain backslashes.
 */
const openReferences = /&\\*#(\\*x(?:\\*[\da-f]){1,8}|(?:\\*\d){1,9})/gi;

/**
 * Maximum total length of the words that are compared within escapes. Only a maliciously constructed text
 * needs more; the rest of it counts as a secret.
 */
const maximumCompared = 1_000_000;

/**
 * Returns the normal form of `text`: decoded until no escapes are left, in linear time. The remaining
 * backslashes are dropped, as JSON puts them before some characters, and plus signs become spaces, as in
 * forms.
 */
export function normalText(text: string): NormalText {
  return /[%&\\+]/.test(text)
    ? new DecodedText(text)
    : { text, decoded: text, spansOf: ({ words }) => spansOf(words, text) };
}

/** Text that has, or may have, escapes. */
class DecodedText implements NormalText {
  readonly text: string;
  readonly decoded: string;
  readonly #readings: readonly Reading[];
  readonly #pieces: readonly Piece[];
  /** Pieces of the normal form: all except backslashes. */
  readonly #kept: readonly Piece[];
  /**
   * For each position of the original, the index of the first piece of the normal form that begins there, or
   * -1.
   */
  readonly #indexes: Int32Array;

  constructor(original: string) {
    this.#readings = readingsOf(original);
    this.#pieces = withoutOpenReferences(piecesOf(this.#readings));
    this.#kept = this.#pieces.filter(({ unit }) => unit !== '\\');
    this.#indexes = new Int32Array(original.length).fill(-1);
    for (let index = this.#kept.length - 1; index >= 0; index--) {
      this.#indexes[this.#kept[index]?.start ?? 0] = index;
    }
    this.decoded = textOf(this.#pieces);
    this.text = textOf(this.#kept).replaceAll('+', ' ').toWellFormed();
  }

  spansOf(sought: SoughtWords): readonly Span[] {
    const spans = spansOf(sought.words, this.text).map((span) => this.#originalOf(span));
    return [...spans, ...this.#spansWithEscape(sought), ...this.#spansWithin(sought)];
  }

  /** Returns the spans of words that are followed by an escape, including the escape. */
  #spansWithEscape({ beforeEscapes }: SoughtWords): readonly Span[] {
    return spansOf(beforeEscapes, this.text).flatMap(({ end, start }) => {
      const next = this.#kept[end];
      return next === undefined || next.end - next.start === 1
        ? []
        : [{ start: this.#originalOf({ start, end }).start, end: next.end }];
    });
  }

  /**
   * Returns the spans of words that begin within an apparent escape, which may exist by chance: the text
   * before the word forms it together with the word's first characters, such as `100%` before a word that
   * begins with `41`.
   */
  #spansWithin({ byBeginning }: SoughtWords): readonly Span[] {
    const spans: Span[] = [];
    let compared = 0;
    for (const { end, start } of this.#pieces) {
      for (let position = start + 1; position < end; position++) {
        // Skips the backslashes before it.
        const first = followingAt(position, this.#readings);
        const beginning = this.#readFrom(first, prefixLength).text.slice(0, prefixLength);
        for (const word of byBeginning.get(beginning) ?? []) {
          compared += word.length;
          if (compared > maximumCompared) {
            return [...spans, { start: position, end: this.#readings.length }];
          }
          const read = this.#readFrom(first, word.length);
          if (read.text.startsWith(word)) {
            spans.push({ start: position, end: read.end });
          }
        }
      }
    }
    return spans;
  }

  /**
   * Reads the normal form after `position`, of at least `length`, and returns it with the position of its
   * end.
   */
  #readFrom(position: number, length: number): { readonly text: string; readonly end: number } {
    let text = '';
    for (let at = position; ;) {
      const start = this.#indexes[at] ?? -1;
      if (start !== -1) {
        // From here on, the text is that of the whole normal form.
        const end = start + length - text.length;
        return {
          text: text + this.text.slice(start, end),
          end: this.#originalOf({ start, end }).end,
        };
      }
      const reading = this.#readings[at];
      if (reading === undefined) {
        return { text, end: at };
      }
      text += reading.character.replace('+', ' ');
      if (text.length >= length) {
        return { text, end: reading.end };
      }
      at = reading.following;
    }
  }

  /** Returns the part of the original that `span` of the normal form comes from. */
  #originalOf({ end, start }: Span): Span {
    return {
      // Includes the backslashes around it.
      start: this.#kept[start - 1]?.end ?? 0,
      end: this.#kept[end]?.start ?? this.#readings.length,
    };
  }
}

function piecesOf(readings: readonly Reading[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; ;) {
    const reading = readings[start];
    if (reading === undefined) {
      return pieces;
    }
    const { character, end } = reading;
    for (const unit of character.split('')) {
      pieces.push({ unit, start, end });
    }
    start = end;
  }
}

/** Decodes references without a semicolon, whose end is known only once all else is decoded. */
function withoutOpenReferences(pieces: readonly Piece[]): readonly Piece[] {
  const parts: (readonly Piece[])[] = [];
  let done = 0;
  for (const { 0: reference, 1: digits = '', index } of textOf(pieces).matchAll(openReferences)) {
    const end = index + reference.length;
    const from = pieces[index]?.start ?? 0;
    const to = pieces[end - 1]?.end ?? 0;
    const units = referencedCharacter(digits.replaceAll('\\', ''))?.split('') ?? [];
    if (units.length > 0) {
      parts.push(
        pieces.slice(done, index),
        units.map((unit) => ({ unit, start: from, end: to })),
      );
      done = end;
    }
  }
  return done === 0 ? pieces : [...parts, pieces.slice(done)].flat();
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ unit }) => unit).join('');
}
