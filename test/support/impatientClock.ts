import { systemClock, type Clock } from '../../src/core/async/clock.ts';

/** The machine's own clock, on which no wait takes longer than `milliseconds`. */
export function impatientClock(milliseconds: number): Clock {
  return {
    ...systemClock,
    schedule: (wait, callback) => systemClock.schedule(Math.min(wait, milliseconds), callback),
  };
}
