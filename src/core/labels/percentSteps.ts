/** Gets how much is done, and of how much, if that is known. */
export type Progress = (done: number, total: number | undefined) => void;

/**
 * Passes progress on in steps of one percent or more, each with the percentage that has been added:
 * telling VS Code costs more than the work between two pages. `start` is done before the first step.
 */
export function percentSteps(
  onStep: (done: number, total: number | undefined, increment: number) => void,
  start = 0,
): Progress {
  let reported = start;
  return (done, total) => {
    const increment = total === undefined ? 0 : (100 * (done - reported)) / Math.max(1, total);
    if (total === undefined || increment >= 1) {
      reported = done;
      onStep(done, total, increment);
    }
  };
}
