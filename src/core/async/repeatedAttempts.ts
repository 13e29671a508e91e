import type { Clock } from './clock.ts';
import type { Disposable } from './disposable.ts';

interface RepeatedAttemptsOptions {
  /** Does the remaining work and returns whether some is left; `isRare` is true after the longest delay. */
  readonly attempt: (isRare: boolean) => Promise<boolean>;
  /** Called with the error of an attempt, which ends the attempts. */
  readonly onError: (error: unknown) => void;
  /** Delay before the first attempt, in milliseconds; doubled before each further one, up to the longest. */
  readonly firstDelay: number;
  readonly longestDelay: number;
  readonly clock: Clock;
}

/** Repeats attempts with increasing delays until no work is left. */
export class RepeatedAttempts implements Disposable {
  readonly #options: RepeatedAttemptsOptions;
  #timer: Disposable | undefined;
  /**
   * Delay before the latest attempt, at least `firstDelay`; the delay of the next one is twice as long, even
   * if attempts overlap.
   */
  #delay = 0;
  #underWay = 0;
  /** Number of calls of `begin`. */
  #begins = 0;
  #isDisposed = false;

  constructor(options: RepeatedAttemptsOptions) {
    this.#options = options;
  }

  /** Starts attempts with the first delay, unless they have started already. */
  begin(): void {
    this.#begins += 1;
    if (this.#timer === undefined && this.#underWay === 0) {
      this.restart();
    }
  }

  /** Restarts the attempts with the first delay. */
  restart(): void {
    this.#schedule(this.#options.firstDelay);
  }

  /** Makes an attempt at once, and restarts the delays. */
  hurry(): void {
    this.#schedule(0);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  #schedule(delay: number): void {
    this.#timer?.dispose();
    if (!this.#isDisposed) {
      this.#delay = Math.max(delay, this.#options.firstDelay);
      this.#timer = this.#options.clock.schedule(delay, () => void this.#try());
    }
  }

  async #try(): Promise<void> {
    const { attempt, longestDelay, onError } = this.#options;
    const begins = this.#begins;
    this.#timer = undefined;
    this.#underWay += 1;
    let isLeft = false;
    try {
      isLeft = await attempt(this.#delay >= longestDelay);
    } catch (error) {
      onError(error);
    }
    this.#underWay -= 1;
    // This attempt may have missed work for which `begin` was called meanwhile.
    if ((isLeft || this.#begins > begins) && this.#timer === undefined) {
      this.#schedule(Math.min(2 * this.#delay, longestDelay));
    }
  }
}
