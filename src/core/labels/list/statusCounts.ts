import { concurrentRequests } from '../requestLimits.ts';
import { needsAllLabels, type LabelFilter } from './labelCriteria.ts';
import { withStatusCriterion } from './labelFilter.ts';
import type { LabelPageSource } from './labelWalk.ts';

/**
 * Counts the labels that match `filter` with each of `statuses` in place of its own status; undefined means
 * any status. Calls `onCount` with each count as it arrives, if the service returns one. Sends one request
 * per status, a few at a time, but none if counting would require reading all labels. Throws the errors of
 * the source.
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
