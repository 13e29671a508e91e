import type { StatusNames } from '../statusNames.ts';
import {
  emptyFilter,
  withStatusCriterion,
  withTextCriterion,
  type LabelFilter,
} from './labelFilter.ts';

/** A word, or several in quotation marks; a criterion's name may stand before them, or alone. */
const part = /(code|name|status):(?:"([^"]*)"|(\S*))|"([^"]*)"|\S+/giu;

/**
 * Reads several criteria from one line, such as `code:A1 name:"Human Resources" status:1 spring`. A
 * status is a number or one of `names`. What belongs to no criterion is the text to search for.
 */
export function parseLabelFilter(line: string, names: StatusNames): LabelFilter {
  let filter = emptyFilter;
  const text: string[] = [];
  for (const [whole, key, quoted, word, words] of line.matchAll(part)) {
    const value = quoted ?? word ?? '';
    const status = statusOf(value, names);
    switch ((key ?? '').toLowerCase()) {
      case 'code':
        filter = withTextCriterion(filter, 'labelCode', value);
        break;
      case 'name':
        filter = withTextCriterion(filter, 'labelName', value);
        break;
      case 'status':
        if (status !== undefined) {
          filter = withStatusCriterion(filter, status);
        } else if (value !== '') {
          text.push(whole);
        }
        break;
      default:
        text.push(words ?? whole);
    }
  }
  return withTextCriterion(filter, 'q', text.join(' '));
}

function statusOf(text: string, names: StatusNames): number | undefined {
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))) {
    return Number(text);
  }
  const wanted = text.toLowerCase();
  return Array.from(names).find(([, name]) => name.toLowerCase() === wanted)?.[0];
}
