import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';

/** First and maximum pause between two attempts, in milliseconds; doubled each time. */
const firstPause = 5000;
const maximumPause = 60_000;

/** Work that is retried with increasing pauses until none is left. */
export class RepeatedWork implements Disposable {
  readonly #clock: Clock;
  readonly #attempt: () => Promise<boolean>;
  #timer: Disposable | undefined;
  #isUnderWay = false;
  #isDisposed = false;

  /** `attempt` returns whether work is left; it does not throw. */
  constructor(clock: Clock, attempt: () => Promise<boolean>) {
    this.#clock = clock;
    this.#attempt = attempt;
  }

  /** Starts, unless already started. */
  begin(): void {
    if (!this.#isUnderWay) {
      this.#isUnderWay = true;
      this.#wait(firstPause);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  #wait(pause: number): void {
    this.#timer = this.#clock.schedule(pause, () => void this.#try(pause));
  }

  async #try(pause: number): Promise<void> {
    this.#isUnderWay = await this.#attempt();
    if (this.#isUnderWay && !this.#isDisposed) {
      this.#wait(Math.min(2 * pause, maximumPause));
    }
  }
}
