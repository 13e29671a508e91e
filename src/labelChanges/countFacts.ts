import { formatNumber } from '../commands/formatNumber.ts';
import { notListedText } from '../commands/notListedText.ts';

/** A sentence about a count, which `textOf` gets as the user's language writes it; none about 0. */
export function factOf(count: number, textOf: (count: string) => string): readonly string[] {
  return count === 0 ? [] : [textOf(formatNumber(count))];
}

/** That a list came out short: the service counts `missing` labels that it has not listed. */
export function notListedFact(missing: number): readonly string[] {
  return missing === 0 ? [] : [notListedText(missing)];
}
