import type { Disposable } from './disposable.ts';

/** Time, as the core sees it. Tests put a fake in its place. */
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
