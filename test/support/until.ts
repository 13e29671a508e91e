import { setTimeout as delay } from 'node:timers/promises';
import { timeLimits } from './timeLimits.ts';

/** Options of `until`, in milliseconds. */
interface UntilOptions {
  /** Maximum time. */
  readonly within?: number;
  /** Pause between two checks. */
  readonly pause?: number;
}

/** Waits until `done` holds. Throws an error that says what was awaited when that takes too long. */
export async function until(
  done: () => boolean | Promise<boolean>,
  { within = timeLimits.state, pause = 1 }: UntilOptions = {},
): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await done())) {
    if (performance.now() > deadline) {
      const awaited = String(done).replaceAll(/\s+/g, ' ');
      throw new Error(`Not within ${within / 1000} s: ${awaited}`);
    }
    await delay(pause);
  }
}
