import { concurrentRequests } from '../requestLimits.ts';
import { needsAllLabels, type LabelFilter } from './labelCriteria.ts';
import { withStatusCriterion } from './labelFilter.ts';
import type { LabelPageSource } from './labelWalk.ts';

/**
 * Counts the labels that match `filter` with each of `statuses` instead of its own; undefined is any. `onCount`
 * gets each count as it arrives, if the service gives it. Sends one request for each, a few at a time; none if
 * counting would mean reading all labels. Throws as the source does.
 */
export async function countByStatus(
  source: LabelPageSource,
  filter: LabelFilter,
  statuses: readonly (number | undefined)[],
  onCount: (status: number | undefined, count: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (needsAllLabels(withStatusCriterion(filter, undefined))) {
    return;
  }
  const waiting = statuses.values();
  const countWaiting = async (): Promise<void> => {
    for (const status of waiting) {
      const query = withStatusCriterion(filter, status);
      const { total } = await source.page({ ...query, current: 1, size: 1 }, signal);
      if (total !== undefined) {
        onCount(status, total);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrentRequests }, countWaiting));
}
