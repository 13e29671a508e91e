import { setTimeout as delay } from 'node:timers/promises';
import { timeLimits } from '../support/timeLimits.ts';

const pause = 50;

/**
 * Tries `check` again and again until it passes, and returns its value. Throws what it threw last
 * when the time limit has passed.
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + timeLimits.integrationState;
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
