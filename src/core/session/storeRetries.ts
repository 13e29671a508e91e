import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import type { Log } from '../log/log.ts';

/** Delays before the next attempt, in milliseconds: the first, then doubled up to the longest. */
const firstDelay = 1000;
const longestDelay = 60_000;

interface StoreRetriesOptions {
  /** Tries all that is left, and returns whether to go on; `isLast` if the longest delay has passed. */
  readonly attempt: (isLast: boolean) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Attempts to do what a secret store has failed to do, with longer and longer delays. */
export class StoreRetries implements Disposable {
  readonly #options: StoreRetriesOptions;
  #delay = firstDelay;
  #timer: Disposable | undefined;
  #isDisposed = false;

  constructor(options: StoreRetriesOptions) {
    this.#options = options;
  }

  /** Begins anew, with the first delay. */
  begin(): void {
    this.#schedule(firstDelay);
  }

  /** Makes an attempt at once, and begins anew. */
  hurry(): void {
    this.#schedule(0);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  #schedule(milliseconds: number): void {
    this.#timer?.dispose();
    if (this.#isDisposed) {
      return;
    }
    this.#delay = Math.max(milliseconds, firstDelay);
    this.#timer = this.#options.clock.schedule(milliseconds, () => {
      this.#attempt().catch((error: unknown) =>
        this.#options.log.error(`The sessions could not be tried again: ${reasonOf(error)}`),
      );
    });
  }

  async #attempt(): Promise<void> {
    if (await this.#options.attempt(this.#delay >= longestDelay)) {
      this.#schedule(Math.min(2 * this.#delay, longestDelay));
    }
  }
}
