import { labelCount } from '../commands/labelCount.ts';
import type { LabelList } from '../core/labels/list/labelList.ts';

/** How many labels match the filter of a list, in the end those that are listed; empty as long as that is not known. */
export function countOfMatches({ count, hasMore, isLoaded, total }: LabelList): string {
  const matches = hasMore ? total : count;
  return isLoaded && matches !== undefined ? labelCount(matches) : '';
}
