import { concurrentRequests } from '../requestLimits.ts';
import { queryOf, withStatusCriterion, type LabelFilter } from './labelFilter.ts';
import type { LabelPageSource } from './labelWalk.ts';

/**
 * Asks how many labels match `filter` with each of `statuses` in place of its own; undefined is any.
 * `onCount` gets each count as it comes, if the service says it. One request each, a few at a time.
 * Throws what the source throws.
 */
export async function countByStatus(
  source: LabelPageSource,
  filter: LabelFilter,
  statuses: readonly (number | undefined)[],
  onCount: (status: number | undefined, count: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = statuses.values();
  const countWaiting = async (): Promise<void> => {
    for (const status of waiting) {
      const query = withStatusCriterion(queryOf(filter), status);
      const { total } = await source.page({ ...query, current: 1, size: 1 }, signal);
      if (total !== undefined) {
        onCount(status, total);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrentRequests }, countWaiting));
}
