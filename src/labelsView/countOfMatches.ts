import { labelCount } from '../commands/labelCount.ts';
import type { LabelList } from '../core/labels/list/labelList.ts';

/** How many labels match the filter of a list; empty as long as that is not known. */
export function countOfMatches({ count, hasMore, isLoaded, total }: LabelList): string {
  const isKnown = isLoaded && (total !== undefined || !hasMore);
  return isKnown ? labelCount(total ?? count) : '';
}
