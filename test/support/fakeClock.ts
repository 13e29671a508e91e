import type { Clock } from '../../src/core/async/clock.ts';
import type { Disposable } from '../../src/core/async/disposable.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to move. All times are milliseconds. */
export class FakeClock implements Clock {
  #wall: number;
  #monotonic = 0;
  readonly #timers = new Set<Timer>();

  /** `wall` is the wall-clock time that it begins at. */
  constructor(wall = Date.UTC(2026, 0, 1)) {
    this.#wall = wall;
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  schedule(milliseconds: number, callback: () => void): Disposable {
    const timer: Timer = { due: this.#monotonic + milliseconds, callback };
    this.#timers.add(timer);
    return { dispose: () => void this.#timers.delete(timer) };
  }

  /** Number of pending timers. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Time passes; timers that fall due are called, in their order. */
  advance(milliseconds: number): void {
    this.#wall += milliseconds;
    this.#monotonic += milliseconds;
    const due = [...this.#timers].filter((timer) => timer.due <= this.#monotonic);
    for (const timer of due.toSorted((a, b) => a.due - b.due)) {
      if (this.#timers.delete(timer)) {
        timer.callback();
      }
    }
  }

  /** Somebody sets the wall clock, or the machine sleeps: the monotonic clock does not see it. */
  setWallClock(change: number): void {
    this.#wall += change;
  }
}
