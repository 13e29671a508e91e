import * as z from 'zod/mini';

/** How much is kept. */
export interface JournalLimits {
  readonly days: number;
  readonly megabytes: number;
}

/** What the settings allow, and what counts where they hold something else. */
const bounds = {
  days: { largest: 3650, byDefault: 90 },
  megabytes: { largest: 1000, byDefault: 50 },
} as const satisfies Readonly<Record<keyof JournalLimits, object>>;

/**
 * Reads what the settings hold. More than the largest value stands for that: nobody who wants to keep
 * more is to lose what the default would throw away.
 */
export function readJournalLimits(
  settings: Readonly<Record<keyof JournalLimits, unknown>>,
): JournalLimits {
  return { days: limitOf('days', settings), megabytes: limitOf('megabytes', settings) };
}

function limitOf(
  name: keyof JournalLimits,
  settings: Readonly<Record<keyof JournalLimits, unknown>>,
): number {
  const { byDefault, largest } = bounds[name];
  return Math.min(z.catch(z.number().check(z.gte(1)), byDefault).parse(settings[name]), largest);
}
