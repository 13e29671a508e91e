import type { LabelOrUnreadable } from '../../api/label.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import { concurrentRequests, largePageSize } from '../requestLimits.ts';
import type { LabelPageSource, WhenRateLimited } from './labelWalk.ts';

/** How to ask for labels by their codes. */
export interface LabelsByCodeOptions {
  readonly source: LabelPageSource;
  readonly signal: AbortSignal;
  readonly whenRateLimited: WhenRateLimited;
}

/**
 * Asks the service for each of `codes`, several at a time, and hands over what it finds: labels that have the code,
 * or something like it. Throws what the source throws, and `CancelledError`.
 */
export async function readByCode(
  codes: Iterable<string>,
  { signal, source, whenRateLimited }: LabelsByCodeOptions,
  take: (records: readonly LabelOrUnreadable[]) => void,
): Promise<void> {
  const left = Array.from(codes).values();
  const ending = new LinkedAbortController(signal);
  const ask = async (): Promise<void> => {
    // All share one iterator: each takes the next code that is still left.
    for (const labelCode of left) {
      const request = { labelCode, current: 1, size: largePageSize };
      const { records } = await source.page(request, ending.signal, whenRateLimited);
      take(records);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrentRequests }, ask));
  } finally {
    // If one has failed, the others are no longer needed.
    ending.abort();
    ending.dispose();
  }
}
