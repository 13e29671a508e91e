import { maximumRepeats, rateLimitDelay } from '../../../api/rateLimitWait.ts';
import { abortable, delay, throwIfAborted } from '../../../async/abort.ts';
import type { Clock } from '../../../async/clock.ts';
import type { Disposable } from '../../../async/disposable.ts';
import { Emitter } from '../../../async/event.ts';
import { RateLimitedError } from '../../../errors/rateLimitedError.ts';
import type { LabelPageSource } from '../../list/labelWalk.ts';
import { concurrentRequests } from '../../requestLimits.ts';

interface GateOptions {
  readonly clock: Clock;
  /** Random number from 0 to 1, which spreads retries after the same wait. */
  readonly random?: () => number;
}

/** Maximum wait in milliseconds; longer waits count as failures. */
const maximumWait = 600_000;

/**
 * Gate for the requests of bulk changes to one service: a few at a time, in order of arrival; all wait after
 * HTTP 429.
 */
export class ServiceGate implements Disposable {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #waiting: (() => void)[] = [];
  readonly #onDidWait = new Emitter<void>();
  #free = concurrentRequests;
  /** Time when requests may be sent again, on the monotonic clock. */
  #opensAt = 0;
  /** Number of waits since the last accepted request. */
  #waits = 0;
  /** Number of all waits; shows whether a request was sent before the last one began. */
  #refusals = 0;

  /** Fires when all requests wait, or the wait is extended. */
  readonly onDidWait = this.#onDidWait.event;

  constructor({ clock, random = Math.random }: GateOptions) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Remaining wait of all requests in milliseconds; 0 if there is none. */
  get wait(): number {
    return Math.max(0, this.#opensAt - this.#clock.monotonic());
  }

  /**
   * Sends `request` when its turn comes, and again after each HTTP 429. An aborted `signal` ends it at
   * once with `CancelledError`, even if `request` does not. Throws as `request` does.
   */
  async send<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      await this.#enter(signal);
      const refusalsBefore = this.#refusals;
      try {
        // The request may have been cancelled just as its turn came.
        throwIfAborted(signal);
        const result = await abortable(request(), signal);
        this.#waits = 0;
        return result;
      } catch (error) {
        if (!(error instanceof RateLimitedError) || repeats >= maximumRepeats.ofMany) {
          throw error;
        }
        this.#postpone(error, this.#refusals === refusalsBefore);
      } finally {
        this.#leave();
      }
    }
  }

  /**
   * Returns a source of the same pages that requests them through `send`; `signal` ends requests that have no
   * other signal.
   */
  pagesOf(source: LabelPageSource, signal: AbortSignal): LabelPageSource {
    return {
      page: async (request, ended = signal) =>
        await this.send(async () => await source.page(request, ended, 'throw'), ended),
    };
  }

  dispose(): void {
    this.#onDidWait.dispose();
  }

  async #enter(signal: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    if (this.#free > 0) {
      this.#free--;
    } else {
      await this.#queue(signal);
    }
    try {
      while (this.wait > 0) {
        await delay(this.#clock, this.wait, signal);
      }
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Waits for a free place. */
  async #queue(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    try {
      await abortable(promise, signal);
    } catch (error) {
      const place = this.#waiting.indexOf(resolve);
      if (place === -1) {
        // The place was passed to this request meanwhile.
        this.#leave();
      } else {
        this.#waiting.splice(place, 1);
      }
      throw error;
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free++;
    } else {
      next();
    }
  }

  /**
   * Postpones all requests. Requests in flight are usually refused together, so only the first refusal
   * (`isFirst`) increases the backoff.
   */
  #postpone(error: RateLimitedError, isFirst: boolean): void {
    const { retryAfterSeconds } = error;
    if (!isFirst && (retryAfterSeconds ?? 0) === 0) {
      return;
    }
    const now = this.#clock.monotonic();
    const wait = rateLimitDelay(retryAfterSeconds, this.#waits, this.#random);
    if (wait > maximumWait) {
      throw error;
    }
    if (isFirst) {
      this.#refusals++;
      this.#waits++;
    }
    if (now + wait > this.#opensAt) {
      this.#opensAt = now + wait;
      this.#onDidWait.fire();
    }
  }
}
