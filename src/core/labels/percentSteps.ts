/** Called with the amount done, and the total if known. */
export type ProgressListener = (done: number, total: number | undefined) => void;

/**
 * Returns a listener that reports progress in steps of at least one percent, each with the increment:
 * reporting to VS Code costs more than the work between two pages. `start` is the amount done before the
 * first step.
 */
export function percentSteps(
  onStep: (done: number, total: number | undefined, increment: number) => void,
  start = 0,
): ProgressListener {
  let reported = start;
  return (done, total) => {
    const increment = total === undefined ? 0 : (100 * (done - reported)) / Math.max(1, total);
    if (total === undefined || increment >= 1) {
      reported = done;
      onStep(done, total, increment);
    }
  };
}
