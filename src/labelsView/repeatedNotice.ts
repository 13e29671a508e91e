import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';

/** Time within which VS Code requests the rows before it is notified again, in milliseconds. */
const patience = 2000;
/** Maximum number of repeated notifications: while the view is hidden, VS Code need not request rows. */
const maximumRepeats = 3;

/**
 * Notifies VS Code that the rows below a row, or all rows (`undefined`), have changed, and repeats the notice
 * until VS Code requests them. VS Code mistakes an older response that arrives with the notice for the response
 * to it, and would keep showing it.
 */
export class RepeatedNotice<Row> implements Disposable {
  readonly #clock: Clock;
  readonly #timers = new Map<Row | undefined, Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Repeats the notice for the rows below `row` with `notify`, until VS Code requests them. */
  repeat(row: Row | undefined, notify: () => void, repeats = maximumRepeats): void {
    this.asked(row);
    if (repeats > 0) {
      const timer = this.#clock.schedule(patience, () => {
        this.repeat(row, notify, repeats - 1);
        notify();
      });
      this.#timers.set(row, timer);
    }
  }

  /** Records that VS Code has requested the rows below `row`. */
  asked(row: Row | undefined): void {
    this.#timers.get(row)?.dispose();
    this.#timers.delete(row);
  }

  dispose(): void {
    for (const row of Array.from(this.#timers.keys())) {
      this.asked(row);
    }
  }
}
