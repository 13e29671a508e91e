import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';

/** How long VS Code may take to ask for the rows before it is notified again, in milliseconds. */
const patience = 2000;
/** How often it is notified again: while the view is hidden it need not ask. */
const maximumRepeats = 3;

/**
 * Notifies VS Code that the whole tree has changed until it asks for the rows. Where an answer reaches it at
 * the same moment as the notice, it takes that answer, which is older, for the one to the notice, and would
 * show it for ever.
 */
export class RepeatedNotice implements Disposable {
  readonly #clock: Clock;
  readonly #notify: () => void;
  #timer: Disposable | undefined;

  constructor(clock: Clock, notify: () => void) {
    this.#clock = clock;
    this.#notify = notify;
  }

  /** Notifies VS Code. */
  give(): void {
    this.asked();
    this.#giveAndWait(maximumRepeats);
  }

  /** VS Code has asked for the rows. */
  asked(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  dispose(): void {
    this.asked();
  }

  #giveAndWait(repeats: number): void {
    if (repeats > 0) {
      this.#timer = this.#clock.schedule(patience, () => this.#giveAndWait(repeats - 1));
    }
    this.#notify();
  }
}
