import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { ChangeableOptions } from '../../../../../../src/sandbox/options.ts';

/** Faults of a service: lost answers, HTTP 429, updates that are refused or ignored, a list that lags. */
export function randomFaults(random: () => number, ids: readonly LabelId[]): ChangeableOptions {
  const below = (limit: number): number => Math.floor(random() * limit);
  const chance = (probability: number): boolean => random() < probability;
  const some = (count: number) => Array.from({ length: count }, () => ids[below(ids.length)] ?? '');
  const lost = [502, 503, 504].flatMap((status) =>
    chance(0.4)
      ? [
          {
            endpoint: 'update' as const,
            when: chance(0.6) ? ('after' as const) : ('before' as const),
            status,
            body: chance(0.5) ? ('html' as const) : ('envelope' as const),
            times: 1 + below(4),
          },
        ]
      : [],
  );
  const limited = chance(0.4)
    ? [
        {
          endpoint: chance(0.5) ? ('update' as const) : ('list' as const),
          when: 'before' as const,
          status: 429,
          times: 1 + below(3),
          ...(chance(0.5) ? { retryAfter: below(2) } : {}),
        },
      ]
    : [];
  return {
    gateway: [...lost, ...limited],
    ignoreUpdateIds: chance(0.4) ? some(2) : [],
    failUpdateIds: chance(0.4) ? some(2) : [],
    listLagReads: chance(0.3) ? 1 + below(2) : 0,
  };
}
