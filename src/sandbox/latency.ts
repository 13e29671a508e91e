import { setTimeout as delay } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { createRandom } from './randomness.ts';
import type { Service } from './service.ts';

/** Typical lateness of a Node.js timer, in milliseconds. */
const timerLateness = 0.3;

/**
 * Creates middleware that delays responses as set by the options: half of the latency before the work, and
 * the rest afterwards. If the first wait took too long, the second one is shorter. Aborting `closing` ends
 * the wait.
 */
export function addLatency(
  { options }: Service,
  closing: AbortSignal,
  furtherAfterWork = (): number => 0,
): MiddlewareHandler {
  const random = createRandom(options.current.seed);
  const wait = async (milliseconds: number): Promise<void> => {
    if (milliseconds > 0) {
      const timer = Math.round(milliseconds - timerLateness);
      await delay(timer, undefined, { signal: closing });
    }
  };
  return async (_context, next) => {
    const arrived = performance.now();
    const variation = (random() * 2 - 1) * options.current.latencyVariation;
    await wait((options.current.latency + variation) / 2);
    const waited = performance.now() - arrived;
    await next();
    await wait(options.current.latency + variation - waited + furtherAfterWork());
  };
}
