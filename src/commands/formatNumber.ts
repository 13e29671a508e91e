import { countTextIn, type CountTexts } from '../core/text/countTextIn.ts';
import { formatNumberIn } from '../core/text/formatNumberIn.ts';
import { textLanguage } from './textLanguage.ts';

/** A count as the texts around it are written. */
export function formatNumber(count: number): string {
  return formatNumberIn(count, textLanguage());
}

/** A count and what it counts, in the plural of the language of the texts. */
export function countText(count: number, texts: CountTexts): string {
  return countTextIn(count, textLanguage(), texts);
}
