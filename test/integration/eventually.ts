import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for a busy machine, and shorter than mocha's, so that the error here is reported. */
const timeLimit = 20_000;
const pause = 50;

/**
 * Tries `check` again and again until it passes, and returns its value. Throws what it threw last
 * when 20 s have passed.
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + timeLimit;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) {
        throw error;
      }
    }
    await delay(pause);
  }
}
