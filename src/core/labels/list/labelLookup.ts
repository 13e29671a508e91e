import type { Label } from '../../api/label.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import type { Progress } from '../percentSteps.ts';
import { concurrentRequests, largePageSize } from '../requestLimits.ts';
import { LabelWalk, type LabelPageSource } from './labelWalk.ts';

/** The ids of labels to look for, each with the last known code of its label. */
export type WantedLabels = ReadonlyMap<string, string | undefined>;

/** How to look for labels. */
export interface LabelLookupOptions {
  readonly source: LabelPageSource;
  readonly wanted: WantedLabels;
  /** Whether to go through all pages for a label that its code does not find. */
  readonly isThorough: boolean;
  readonly signal: AbortSignal | undefined;
  /** How far the search has come, counted in labels of the service. */
  readonly onProgress?: Progress | undefined;
}

/** An entry of a list or a record of a page. */
type LabelOrOther =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'unreadable' };

/**
 * Yields the labels that are wanted as the service has them now, as they come, each once. There is no
 * endpoint for one label: goes through the pages of all for as long as they bring several at a time, or
 * more are missing than pages are left; otherwise asks for each that is missing by its code. Throws what
 * the source throws.
 */
export async function* lookUpLabels(
  options: LabelLookupOptions,
): AsyncGenerator<readonly Label[], void, undefined> {
  const { source, wanted, isThorough, signal, onProgress } = options;
  const missing = new Map(wanted);
  if (missing.size === 0) {
    return;
  }
  const walk = new LabelWalk(source, {}, largePageSize);
  let hasAskedByCode = false;
  for await (const entries of walk.loadUpTo(Number.POSITIVE_INFINITY, signal)) {
    const found = takeFrom(missing, entries);
    yield found;
    onProgress?.(walk.count, walk.total);
    // Labels that are changed together often stand together: then pages bring more than codes do.
    const isWorthMore = found.length > 1 || missing.size > pagesLeft(walk, entries.length);
    if (!hasAskedByCode && !isWorthMore) {
      hasAskedByCode = true;
      const allHaveCodes = Array.from(missing.values()).every((code) => code !== undefined);
      // If all pages are gone through for one label anyway, the others are found on the way.
      if (allHaveCodes || !isThorough) {
        yield* labelsByCode(missing, walk, options);
      }
      if (!isThorough) {
        return;
      }
    }
    if (missing.size === 0) {
      return;
    }
  }
}

/** Looks for the labels in `missing` by their codes, a few at a time. */
async function* labelsByCode(
  missing: Map<string, string | undefined>,
  { count, total }: LabelWalk,
  { source, signal, onProgress }: LabelLookupOptions,
): AsyncGenerator<readonly Label[], void, undefined> {
  const codes = Array.from(new Set(missing.values())).filter((code) => code !== undefined);
  const unseen = (total ?? count) - count;
  const ending = new LinkedAbortController(signal);
  try {
    for (let asked = 0; asked < codes.length; asked += concurrentRequests) {
      const answers = await Promise.all(
        codes.slice(asked, asked + concurrentRequests).map(async (labelCode) => {
          const request = { labelCode, current: 1, size: largePageSize };
          return await source.page(request, ending.signal, 'wait');
        }),
      );
      yield answers.flatMap(({ records }) => takeFrom(missing, records));
      onProgress?.(count + (unseen * asked) / codes.length, total);
    }
  } finally {
    // If one has failed, nobody wants the others any more.
    ending.abort();
    ending.dispose();
  }
}

/** Takes the labels among `found` from `missing`, and returns those that were missing. */
function takeFrom(
  missing: Map<string, string | undefined>,
  found: readonly LabelOrOther[],
): readonly Label[] {
  return found.flatMap((each) =>
    each.kind === 'label' && missing.delete(each.label.id) ? [each.label] : [],
  );
}

/** How many pages like the last one there still are; if that is not known, more than any number. */
function pagesLeft({ count, hasMore, total }: LabelWalk, lastPage: number): number {
  if (!hasMore) {
    return 0;
  }
  return total === undefined
    ? Number.POSITIVE_INFINITY
    : Math.ceil((total - count) / Math.max(1, lastPage));
}
