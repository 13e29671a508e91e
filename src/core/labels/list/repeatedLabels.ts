import type { Label, LabelOrUnreadable } from '../../api/label.ts';
import type { LabelQuery } from '../../api/labelEndpoints.ts';
import type { Page } from '../../api/page.ts';
import { largePageSize } from '../requestLimits.ts';
import type { RepeatableField } from './labelFilter.ts';
import { LabelWalk, type LabelPageSource } from './labelWalk.ts';

/**
 * The labels among those that match `query` whose value of `field` another one has too, as one page:
 * those with the same value stand together. All labels are read for it. Throws what
 * `LabelWalk.loadUpTo` throws.
 */
export async function repeatedLabels(
  source: LabelPageSource,
  query: LabelQuery,
  field: RepeatableField,
  signal?: AbortSignal,
): Promise<Page<LabelOrUnreadable>> {
  const walk = new LabelWalk(source, query, largePageSize);
  const byValue = new Map<string, Label[]>();
  for await (const entries of walk.loadUpTo(Number.POSITIVE_INFINITY, signal)) {
    for (const entry of entries) {
      const value = entry.kind === 'label' ? entry.label[field] : undefined;
      if (entry.kind === 'label' && value !== undefined) {
        const group = byValue.get(value);
        if (group === undefined) {
          byValue.set(value, [entry.label]);
        } else {
          group.push(entry.label);
        }
      }
    }
  }
  const records = Array.from(byValue.values())
    .filter((group) => group.length > 1)
    .flat()
    .map((label) => ({ kind: 'label' as const, label }));
  const { length } = records;
  return { records, total: length, size: length, current: 1, pages: Math.min(1, length) };
}
