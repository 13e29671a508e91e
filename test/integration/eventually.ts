import { setTimeout as delay } from 'node:timers/promises';

const timeLimit = 10_000;
const pause = 50;

/**
 * Tries `check` again and again until it passes, and gives its value. Throws what it threw last
 * when 10 s have passed.
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
