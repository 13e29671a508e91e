import { labelCount } from '../commands/countFacts.ts';
import type { LabelList } from '../core/labels/list/labelList.ts';

/**
 * Number of labels that match a list's filter, or, once all are loaded, the number listed; empty while
 * unknown.
 */
export function countOfMatches({ count, hasMore, isLoaded, total }: LabelList): string {
  const matches = hasMore ? total : count;
  return isLoaded && matches !== undefined ? labelCount(matches) : '';
}
