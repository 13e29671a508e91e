import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';

/** How long VS Code may take to ask for the rows before it is notified again, in milliseconds. */
const patience = 2000;
/** How often it is notified again: while the view is hidden it need not ask. */
const maximumRepeats = 3;

/**
 * Notifies VS Code again that the rows below a row have changed, or all (below `undefined`), until it asks for
 * them. Where an answer reaches it at the same moment as the notice, it takes that answer, which is older, for
 * the one to the notice, and would show it for ever.
 */
export class RepeatedNotice<Row> implements Disposable {
  readonly #clock: Clock;
  readonly #timers = new Map<Row | undefined, Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** VS Code is being notified of the rows below `row`: does so again by `notify`, until it asks for them. */
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

  /** VS Code has asked for the rows below `row`. */
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
