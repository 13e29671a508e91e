import { setImmediate } from 'node:timers/promises';
import { sortInSlices } from '../../async/slices.ts';
import { sortKeys, type SortKeys } from './sortKeys.ts';

/** Options for sorting texts. */
export interface TextOrderOptions {
  /** Language by whose rules texts are sorted, as a BCP 47 tag. */
  readonly locale: string;
  readonly isDescending: boolean;
}

/** Number of texts that are compared per slice, a few milliseconds of work. */
const sliceSize = 20_000;

/** Number of UTF-16 units by which texts are compared, so that the time of a comparison is bounded. */
const comparedLength = 256;

/** Maximum size of ranges that are sorted by insertion. */
const smallRange = 12;

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * Returns the indexes of `texts` in the order of a language, equal ones in their given order. Numbers within
 * texts count as numbers. Works in slices.
 */
export async function textOrder(
  texts: readonly string[],
  { isDescending, locale }: TextOrderOptions,
): Promise<Int32Array> {
  const sign = isDescending ? -1 : 1;
  const collator = new Intl.Collator(locale, { numeric: true });
  const beginnings = texts.map((text) => text.slice(0, comparedLength));
  const compare = (one: number, other: number): number => {
    const [first = '', second = ''] = [beginnings[one], beginnings[other]];
    return (first === second ? 0 : sign * collator.compare(first, second)) || one - other;
  };
  if (hasLettersOfSeveral(collator)) {
    return Int32Array.from(await sortInSlices(texts.keys(), compare));
  }
  const keys = await sortKeys(beginnings, new Intl.Collator(locale, { sensitivity: 'base' }));
  const order = Int32Array.from(texts.keys());
  await new KeyedSort(order, keys, sign, compare).run();
  return order;
}

/** Returns whether the language sorts several characters as one letter, such as the Czech ch. */
function hasLettersOfSeveral(collator: Intl.Collator): boolean {
  return letters.some((first) =>
    letters.some((second) => collator.compare(first + second, `${first}z`) > 0 && second < 'z'),
  );
}

/** Range of an order whose keys are the same up to `depth`. */
interface SortRange {
  readonly low: number;
  readonly high: number;
  readonly depth: number;
}

/** Sorts by keys, number by number (multikey quicksort). */
class KeyedSort {
  readonly #order: Int32Array;
  readonly #keys: SortKeys;
  readonly #sign: 1 | -1;
  /** Compares texts as a whole. */
  readonly #compare: (one: number, other: number) => number;
  readonly #ranges: SortRange[];

  constructor(
    order: Int32Array,
    keys: SortKeys,
    sign: 1 | -1,
    compare: (one: number, other: number) => number,
  ) {
    this.#order = order;
    this.#keys = keys;
    this.#sign = sign;
    this.#compare = compare;
    this.#ranges = [{ low: 0, high: order.length, depth: 0 }];
  }

  async run(): Promise<void> {
    let done = 0;
    for (let range = this.#ranges.pop(); range !== undefined; range = this.#ranges.pop()) {
      const size = range.high - range.low;
      if (size <= smallRange) {
        this.#insert(range);
      } else {
        await this.#split(range);
      }
      done += size;
      if (done >= sliceSize) {
        done = 0;
        await setImmediate();
      }
    }
  }

  /** Splits a range by the next number of the keys. */
  async #split({ depth, high, low }: SortRange): Promise<void> {
    const order = this.#order;
    const pivot = this.#numberAt(order[(low + high) >> 1] ?? 0, depth);
    let below = low;
    let above = high - 1;
    for (let at = low; at <= above;) {
      const index = order[at] ?? 0;
      const difference = this.#sign * (this.#numberAt(index, depth) - pivot);
      if (difference < 0) {
        order[at++] = order[below] ?? 0;
        order[below++] = index;
      } else if (difference > 0) {
        order[at] = order[above] ?? 0;
        order[above--] = index;
      } else {
        at++;
      }
    }
    this.#ranges.push({ low, high: below, depth }, { low: above + 1, high, depth });
    if (pivot === 0) {
      const same = order.subarray(below, above + 1);
      order.set(await sortInSlices(same, this.#compare), below);
    } else {
      this.#ranges.push({ low: below, high: above + 1, depth: depth + 1 });
    }
  }

  #insert({ depth, high, low }: SortRange): void {
    const order = this.#order;
    for (let at = low + 1; at < high; at++) {
      const index = order[at] ?? 0;
      let place = at;
      for (; place > low; place--) {
        const before = order[place - 1] ?? 0;
        if (this.#compareKeys(before, index, depth) <= 0) {
          break;
        }
        order[place] = before;
      }
      order[place] = index;
    }
  }

  #compareKeys(one: number, other: number, depth: number): number {
    for (let at = depth; ; at++) {
      const number = this.#numberAt(one, at);
      const difference = number - this.#numberAt(other, at);
      if (difference !== 0) {
        return this.#sign * difference;
      }
      if (number === 0) {
        return this.#compare(one, other);
      }
    }
  }

  #numberAt(index: number, depth: number): number {
    return this.#keys.numbers[(this.#keys.starts[index] ?? 0) + depth] ?? 0;
  }
}
