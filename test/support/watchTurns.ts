/** Watches how long the longest turn of the event loop is, in milliseconds of work: not of waiting for a processor. */
export function watchTurns(): { readonly end: () => number } {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { system, user } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (system + user) / 1000);
  };
  const timer = setInterval(look, 1);
  return {
    end: () => {
      clearInterval(timer);
      // What ends in this turn counts as well.
      look();
      return longest;
    },
  };
}
