/** The longest turn of an event loop, in milliseconds. */
export interface LongestTurn {
  /** Of work: not of waiting for a processor. The clock of the processor may go in steps of 4 ms. */
  readonly work: number;
  /** Wall-clock time, including other work of the machine. */
  readonly elapsed: number;
}

/** Watches how long the longest turn of the event loop is. */
export function watchTurns(): { readonly end: () => LongestTurn } {
  let [work, elapsed] = [0, 0];
  let [before, beforeAt] = [process.threadCpuUsage(), performance.now()];
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
      return { work, elapsed };
    },
  };
}
