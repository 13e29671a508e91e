import { maximumRepeats, rateLimitDelay } from '../../api/rateLimitWait.ts';
import { abortable, delay, throwIfAborted } from '../../async/abort.ts';
import type { Clock } from '../../async/clock.ts';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import { RateLimitedError } from '../../errors/rateLimitedError.ts';
import type { LabelPageSource } from '../list/labelWalk.ts';
import { concurrentRequests } from '../requestLimits.ts';

interface GateOptions {
  readonly clock: Clock;
  /** From 0 to 1; spreads the requests that come back after the same wait. */
  readonly random?: () => number;
}

/** A longer wait than this is no wait but a failure, in milliseconds. */
const longestWait = 600_000;

/**
 * What all requests of one service go through that many labels need: a few at a time, in the order in
 * which they came, and all wait if the service has had too many.
 */
export class ServiceGate implements Disposable {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #waiting: (() => void)[] = [];
  readonly #onDidWait = new Emitter<void>();
  #free = concurrentRequests;
  /** When requests may leave again, on the monotonic clock. */
  #opensAt = 0;
  /** How many waits there have been since the last request that was accepted. */
  #waits = 0;
  /** How many waits there have ever been: those that have begun before the last one knew nothing of it. */
  #refusals = 0;

  /** All requests wait, or longer than before. */
  readonly onDidWait = this.#onDidWait.event;

  constructor({ clock, random = Math.random }: GateOptions) {
    this.#clock = clock;
    this.#random = random;
  }

  /** For how many milliseconds from now all requests wait; 0 if they do not. */
  get wait(): number {
    return Math.max(0, this.#opensAt - this.#clock.monotonic());
  }

  /**
   * Sends `request` when its turn comes, and again after each HTTP 429. An aborted `signal` ends it at
   * once with `CancelledError`, even if `request` does not. Throws what `request` throws.
   */
  async send<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      await this.#enter(signal);
      const refusalsBefore = this.#refusals;
      try {
        // It may have been cancelled as its turn came.
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

  /** The pages of `source`, asked for as `send` does; what is asked for without a signal is ended by `signal`. */
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

  /** Waits for a place that another one leaves. */
  async #queue(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    try {
      await abortable(promise, signal);
    } catch (error) {
      const place = this.#waiting.indexOf(resolve);
      if (place === -1) {
        // It has been given the place meanwhile.
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

  /** Those that were under way together find out together: only the first of them counts as a wait. */
  #postpone(error: RateLimitedError, isFirst: boolean): void {
    const { retryAfterSeconds } = error;
    if (!isFirst && (retryAfterSeconds ?? 0) === 0) {
      return;
    }
    const now = this.#clock.monotonic();
    const wait = rateLimitDelay(retryAfterSeconds, this.#waits, this.#random);
    if (wait > longestWait) {
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
