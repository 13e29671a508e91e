import { systemClock, type Clock } from '../../src/core/async/clock.ts';

/** A clock on which every wait ends at once; how long each should have been is added to `waits`. */
export function immediateClock(waits: number[]): Clock {
  return {
    ...systemClock,
    schedule: (milliseconds, callback) => {
      waits.push(milliseconds);
      return systemClock.schedule(0, callback);
    },
  };
}
