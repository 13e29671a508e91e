import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';

/** Time that VS Code has to request the rows before the notice is repeated, in milliseconds. */
const patience = 2000;
/** Maximum number of repetitions: VS Code need not request rows while the view is hidden. */
const maximumRepeats = 3;

/**
 * Notifies VS Code that the children of a row (all rows if `undefined`) have changed, and repeats the notice
 * until VS Code requests them. VS Code may take an earlier response that arrives at the same time for the
 * response to the notice, and would keep showing it.
 */
export class RepeatedNotice<Row> implements Disposable {
  readonly #clock: Clock;
  readonly #timers = new Map<Row | undefined, Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Repeats the notice for the children of `row` by calling `notify`, until VS Code requests them. */
  repeat(row: Row | undefined, notify: () => void, repeats = maximumRepeats): void {
    this.recordRequest(row);
    if (repeats > 0) {
      const timer = this.#clock.schedule(patience, () => {
        this.repeat(row, notify, repeats - 1);
        notify();
      });
      this.#timers.set(row, timer);
    }
  }

  /** Records that VS Code has requested the children of `row`. */
  recordRequest(row: Row | undefined): void {
    this.#timers.get(row)?.dispose();
    this.#timers.delete(row);
  }

  dispose(): void {
    for (const row of Array.from(this.#timers.keys())) {
      this.recordRequest(row);
    }
  }
}
