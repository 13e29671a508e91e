import type { Clock } from '../async/clock.ts';
import type { StoredSession } from './storedSession.ts';

/** How far the two clocks may drift apart before it means sleep or a clock that was set, in milliseconds. */
const clockJump = 30_000;

/** When an access token arrived in this run of the process, by both clocks. */
export interface Arrival {
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * How long the access token of `session` still lives, in milliseconds; negative when it has expired.
 * One that arrived in this run is counted on the monotonic clock, so that a wrong clock does no harm,
 * unless the wall clock has jumped ahead: then the machine may have slept. One that was read from the
 * store can only be counted by the wall clock.
 */
export function remainingLifetime(
  session: StoredSession,
  arrival: Arrival | undefined,
  clock: Clock,
): number {
  const lifetime = session.expiresIn * 1000;
  const byWallClock = session.issuedAt + lifetime - clock.now();
  if (arrival === undefined) {
    // A token from the future was stored under another clock; it cannot live longer than its lifetime.
    return Math.min(byWallClock, lifetime);
  }
  const elapsed = clock.monotonic() - arrival.monotonic;
  const jump = clock.now() - arrival.wall - elapsed;
  const byMonotonicClock = lifetime - elapsed;
  return jump > clockJump ? byMonotonicClock - jump : byMonotonicClock;
}

/** How the lifetime of an access token calls for a new one. */
export type TokenFreshness =
  /** Use it. */
  | 'fresh'
  /** Use it, and get a new one meanwhile. */
  | 'ageing'
  /** Get a new one first. */
  | 'stale';

/**
 * `stale` with less than 2 minutes left (or a tenth of a short life), `ageing` from about 80 % of the
 * life on. `jitter` from 0 to 1 spreads the windows over a tenth of the life.
 */
export function freshnessOf(remaining: number, expiresIn: number, jitter: number): TokenFreshness {
  const lifetime = expiresIn * 1000;
  if (remaining < Math.min(120_000, lifetime / 10)) {
    return 'stale';
  }
  return remaining < lifetime * (0.2 + 0.05 - 0.1 * jitter) ? 'ageing' : 'fresh';
}
