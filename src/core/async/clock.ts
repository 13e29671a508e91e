import type { Disposable } from './disposable.ts';

/** Source of time for the core; tests use a fake. */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch; may jump. */
  now(): number;
  /** Milliseconds since an arbitrary moment of this run; never jumps. */
  monotonic(): number;
  /** Calls `callback` once after `milliseconds`, unless disposed before. Does not keep the process alive. */
  schedule(milliseconds: number, callback: () => void): Disposable;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    timer.unref();
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Moment on both clocks: the monotonic one may stop during sleep, and the wall clock may be set back. */
export class Moment {
  readonly #clock: Clock;
  readonly #now: number;
  readonly #monotonic: number;

  /** Records the current moment. */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#now = clock.now();
    this.#monotonic = clock.monotonic();
  }

  /** Milliseconds since then, by the clock that advanced more. */
  get age(): number {
    return Math.max(this.#clock.now() - this.#now, this.#clock.monotonic() - this.#monotonic);
  }
}
