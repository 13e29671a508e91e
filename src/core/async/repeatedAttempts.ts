import type { Clock } from './clock.ts';
import type { Disposable } from './disposable.ts';

interface RepeatedAttemptsOptions {
  /** Does what is left and returns whether to go on; `isRare` if the longest delay has passed before it. */
  readonly attempt: (isRare: boolean) => Promise<boolean>;
  /** Called with what an attempt throws, which ends the attempts. */
  readonly onError: (error: unknown) => void;
  /** Delay before the first attempt, in milliseconds; doubled before each further one, up to the longest. */
  readonly firstDelay: number;
  readonly longestDelay: number;
  readonly clock: Clock;
}

/** Attempts to do what has failed, with longer and longer delays, until nothing is left. */
export class RepeatedAttempts implements Disposable {
  readonly #options: RepeatedAttemptsOptions;
  #timer: Disposable | undefined;
  /** Delay before the latest attempt, at least the first one: attempts that overlap go on from there. */
  #delay = 0;
  #underWay = 0;
  /** Number of times that somebody has asked for attempts. */
  #begins = 0;
  #isDisposed = false;

  constructor(options: RepeatedAttemptsOptions) {
    this.#options = options;
  }

  /** Begins with the first delay, unless begun already. */
  begin(): void {
    this.#begins += 1;
    if (this.#timer === undefined && this.#underWay === 0) {
      this.restart();
    }
  }

  /** Begins anew, with the first delay. */
  restart(): void {
    this.#schedule(this.#options.firstDelay);
  }

  /** Makes an attempt at once, and begins anew. */
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
    // This attempt may not have seen what somebody asked for meanwhile.
    if ((isLeft || this.#begins > begins) && this.#timer === undefined) {
      this.#schedule(Math.min(2 * this.#delay, longestDelay));
    }
  }
}
