import * as l10n from '@vscode/l10n';
import type { Label, LabelOrUnreadable } from '../../api/label.ts';
import type { Page } from '../../api/page.ts';
import { inSlices } from '../../async/slices.ts';
import { FilterError } from '../../errors/filterError.ts';
import type { ProgressListener } from '../percentSteps.ts';
import { largePageSize } from '../requestLimits.ts';
import { changedAt } from './changeTime.ts';
import { matchesLocally, type LabelFilter } from './labelCriteria.ts';
import { queryOf } from './labelFilter.ts';
import { type LabelPageSource, LabelWalk } from './labelWalk.ts';

/** Options of `filterLocally`. */
interface ReadingOptions {
  /** Current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of labels read, and the total. */
  readonly onRead?: ProgressListener | undefined;
}

/**
 * Returns the labels that match a filter with locally applied criteria, as one page. A filter for repeated
 * values groups by value; unreadable records follow, as they may match. Reads all labels that match the
 * service's part of the filter. Throws `FilterError`, and the errors of `LabelWalk.loadUpTo`.
 */
export async function filterLocally(
  source: LabelPageSource,
  filter: LabelFilter,
  { now, onRead, signal }: ReadingOptions,
): Promise<Page<LabelOrUnreadable>> {
  const walk = new LabelWalk(source, queryOf(filter), largePageSize);
  const chosen: Label[] = [];
  const unreadable: Extract<LabelOrUnreadable, { kind: 'unreadable' }>[] = [];
  let areDated = filter.changed === undefined;
  for await (const entries of walk.loadUpTo(Number.POSITIVE_INFINITY, signal)) {
    onRead?.(walk.count, walk.total);
    for (const entry of entries) {
      if (entry.kind === 'unreadable') {
        unreadable.push(entry);
        continue;
      }
      areDated ||= changedAt(entry.label) !== undefined;
      if (matchesLocally(filter, entry.label, now)) {
        chosen.push(entry.label);
      }
    }
  }
  if (!areDated && walk.count > 0) {
    throw new FilterError(
      l10n.t('The labels do not say when they were changed, so they cannot be filtered by time.'),
    );
  }
  const { repeated } = filter;
  const labels =
    repeated === undefined ? chosen : await withRepeatedValues(chosen, (label) => label[repeated]);
  const records = [...labels.map((label) => ({ kind: 'label' as const, label })), ...unreadable];
  const { length } = records;
  const pages = Math.min(1, length);
  return { records, total: length, size: length, current: 1, pages, missing: walk.missing };
}

/** Number of items per slice, a few milliseconds of work. */
const sliceSize = 5000;

/**
 * Returns the items whose value occurs more than once, grouped by value; items without a value are left out.
 * Works in slices.
 */
async function withRepeatedValues<T>(
  items: Iterable<T>,
  valueOf: (item: T) => string | undefined,
): Promise<readonly T[]> {
  const byValue = new Map<string, T[]>();
  for await (const slice of inSlices(items, sliceSize)) {
    for (const item of slice) {
      const value = valueOf(item);
      if (value !== undefined) {
        const group = byValue.get(value);
        if (group === undefined) {
          byValue.set(value, [item]);
        } else {
          group.push(item);
        }
      }
    }
  }
  return Array.from(byValue.values())
    .filter((group) => group.length > 1)
    .flat();
}
