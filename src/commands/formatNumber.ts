import { countTextIn, formatNumberIn, type CountTexts } from '../core/text/countTextIn.ts';
import { textLanguage } from './textLanguage.ts';

/** Formats a count in the display language. */
export function formatNumber(count: number): string {
  return formatNumberIn(count, textLanguage());
}

/** Formats a count with its noun in the plural form of the display language. */
export function countText(count: number, texts: CountTexts): string {
  return countTextIn(count, textLanguage(), texts);
}
