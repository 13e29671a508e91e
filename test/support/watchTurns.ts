import assert from 'node:assert/strict';

/** The longest turn of an event loop, in milliseconds. */
export interface LongestTurn {
  /** Of work: not of waiting for a processor. The clock of the processor may go in steps of 4 ms. */
  readonly work: number;
  /** Wall-clock time, including other work of the machine. */
  readonly elapsed: number;
  /** Work of all turns together. */
  readonly total: number;
}

/** Work of a turn that nobody notices, in milliseconds, on a machine that does nothing else. */
const unnoticed = 50;

/**
 * Throws an `AssertionError` where a turn had more work than nobody notices, and more than a quarter of all: on a
 * busy machine each turn takes longer, and so do all together.
 */
export function assertInSlices({ total, work }: LongestTurn): void {
  assert.ok(work < Math.max(unnoticed, total / 4), `a turn had ${work} of ${total} ms of work`);
}

/** Watches how long the longest turn of the event loop is. */
export function watchTurns(): { readonly end: () => LongestTurn } {
  let [work, elapsed] = [0, 0];
  let [before, beforeAt] = [process.threadCpuUsage(), performance.now()];
  const begun = before;
  const look = (): void => {
    const { system, user } = process.threadCpuUsage(before);
    const now = performance.now();
    work = Math.max(work, (system + user) / 1000);
    elapsed = Math.max(elapsed, now - beforeAt);
    [before, beforeAt] = [process.threadCpuUsage(), now];
  };
  const timer = setInterval(look, 1);
  return {
    end: () => {
      clearInterval(timer);
      // What ends in this turn counts as well.
      look();
      const { system, user } = process.threadCpuUsage(begun);
      return { work, elapsed, total: (system + user) / 1000 };
    },
  };
}
