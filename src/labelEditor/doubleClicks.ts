import type { Clock } from '../core/async/clock.ts';

/** Maximum time between the clicks of a double click, in milliseconds. */
const maximumPause = 500;

/** Detects double clicks: VS Code runs a row's command for each click, without a count. */
export class DoubleClicks {
  readonly #clock: Clock;
  #last: { readonly on: string; readonly time: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a click on the row `on`, and returns whether it completes a double click. */
  isSecond(on: string): boolean {
    const time = this.#clock.monotonic();
    const isSecond = this.#last?.on === on && time - this.#last.time <= maximumPause;
    this.#last = isSecond ? undefined : { on, time };
    return isSecond;
  }
}
