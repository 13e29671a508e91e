import { inSlices } from '../../async/slices.ts';
import { foldedText } from '../../text/searchWords.ts';

/** Number of texts per slice, a few milliseconds of work. */
const sliceSize = 5000;

/** Number of different UTF-16 units. */
const unitCount = 0x1_0000;

/** Keys of texts, each a sequence of numbers that ends with a zero. */
export interface SortKeys {
  readonly numbers: Uint16Array;
  /** Index of the first number of each key. */
  readonly starts: Int32Array;
}

/**
 * Returns keys that sort texts as `collator` does, except for case and accents. Comparing keys takes a
 * fraction of the time. A run of digits counts as a number, so that A9 precedes A10. Works in slices.
 */
export async function sortKeys(
  texts: readonly string[],
  collator: Intl.Collator,
): Promise<SortKeys> {
  const seen = new Uint8Array(unitCount);
  for await (const slice of inSlices(texts, sliceSize)) {
    for (const text of slice) {
      for (let at = 0; at < text.length; at++) {
        seen[text.charCodeAt(at)] = 1;
      }
    }
  }
  const keys = new GrowingKeys(texts.length, ranksOf(seen, collator));
  for await (const slice of inSlices(texts, sliceSize)) {
    slice.forEach((text) => keys.add(text));
  }
  return keys;
}

/** Ranks of characters in the order of a collator. */
interface Ranks {
  /** Rank of each UTF-16 unit; zero for ignored ones, such as a soft hyphen. */
  readonly ofUnit: Uint16Array;
  /** Ranks of characters that are sorted as several, such as ß. */
  readonly ofSeveral: ReadonlyMap<number, readonly number[]>;
  /** Ranks of the digits, from 0. */
  readonly digits: readonly number[];
}

function ranksOf(seen: Uint8Array, collator: Intl.Collator): Ranks {
  const spellings = new Map<string, string>();
  for (const [unit, isSeen] of seen.entries()) {
    if (isSeen === 1) {
      const character = String.fromCharCode(unit);
      const folded = foldedText(character);
      // In Swedish, å is a separate letter; in German, ä is sorted like a.
      const isPlain = collator.compare(character, folded) === 0;
      spellings.set(character, isPlain ? folded : character);
    }
  }
  const digits = Array.from('0123456789');
  const alphabet = new Set(digits);
  for (const spelling of spellings.values()) {
    spelling.split('').forEach((character) => alphabet.add(character));
  }
  const ranks = new Map<string, number>();
  let rank = 0;
  let before = '';
  for (const character of Array.from(alphabet).sort(collator.compare)) {
    rank += collator.compare(before, character) === 0 ? 0 : 1;
    ranks.set(character, rank);
    before = character;
  }
  const rankOf = (character: string): number => ranks.get(character) ?? 0;
  const ofUnit = new Uint16Array(unitCount);
  const ofSeveral = new Map<number, readonly number[]>();
  for (const [character, spelling] of spellings) {
    const [first = 0, ...others] = spelling.split('').map(rankOf);
    if (others.length > 0) {
      ofSeveral.set(character.charCodeAt(0), [first, ...others]);
    } else {
      ofUnit[character.charCodeAt(0)] = first;
    }
  }
  return { ofUnit, ofSeveral, digits: digits.map(rankOf) };
}

class GrowingKeys implements SortKeys {
  readonly starts: Int32Array;
  readonly #ranks: Ranks;
  readonly #isDigit = new Uint8Array(unitCount);
  readonly #zero: number;
  #numbers = new Uint16Array(unitCount);
  #count = 0;
  #length = 0;
  /** Index of the length of the number that is being added, which precedes its digits; −1 outside a number. */
  #lengthPlace = -1;

  constructor(count: number, ranks: Ranks) {
    this.starts = new Int32Array(count);
    this.#ranks = ranks;
    ranks.digits.forEach((rank) => (this.#isDigit[rank] = 1));
    this.#zero = ranks.digits[0] ?? 0;
  }

  get numbers(): Uint16Array {
    return this.#numbers;
  }

  add(text: string): void {
    const { ofSeveral, ofUnit } = this.#ranks;
    this.starts[this.#count++] = this.#length;
    this.#lengthPlace = -1;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const rank = ofUnit[unit] ?? 0;
      if (rank > 0) {
        this.#addRank(rank);
      } else {
        ofSeveral.get(unit)?.forEach((each) => this.#addRank(each));
      }
    }
    this.#push(0);
  }

  #addRank(rank: number): void {
    if (this.#isDigit[rank] === 0) {
      this.#lengthPlace = -1;
      this.#push(rank);
      return;
    }
    if (this.#lengthPlace === -1) {
      this.#push(this.#zero);
      this.#lengthPlace = this.#length;
      this.#push(1);
    }
    const length = this.#numbers[this.#lengthPlace] ?? 1;
    if (length > 1 || rank !== this.#zero) {
      this.#numbers[this.#lengthPlace] = length + 1;
      this.#push(rank);
    }
  }

  #push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Uint16Array(2 * this.#length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }
}
