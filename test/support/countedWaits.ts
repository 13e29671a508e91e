import { systemClock, type Clock } from '../../src/core/async/clock.ts';

/** Counts how long it was asked to wait in all, in milliseconds, whatever a busy machine makes of that. */
export class CountedWaits {
  milliseconds = 0;
  readonly clock: Clock = {
    ...systemClock,
    schedule: (milliseconds, callback) => {
      this.milliseconds += milliseconds;
      return systemClock.schedule(milliseconds, callback);
    },
  };
}
