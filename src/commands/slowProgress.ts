import type { Clock } from '../core/async/clock.ts';
import { percentSteps, type ProgressListener } from '../core/labels/percentSteps.ts';
import { notifyProgress } from '../surfaces/notify.ts';

/** Delay before progress is shown, in milliseconds: a notification that closes immediately is of no use. */
const quietMilliseconds = 400;

/**
 * Runs `work`. If this takes longer than a moment, shows a cancellable notification with `title` and the
 * progress. Throws the errors of `work`.
 */
export async function withSlowProgress<T>(
  title: string,
  clock: Clock,
  work: (signal: AbortSignal, onProgress: ProgressListener) => Promise<T>,
): Promise<T> {
  const cancelling = new AbortController();
  let show: ProgressListener | undefined;
  const working = work(cancelling.signal, (done, total) => show?.(done, total));
  const { promise: isSlow, resolve } = Promise.withResolvers<'slow'>();
  const timer = clock.schedule(quietMilliseconds, () => resolve('slow'));
  try {
    const first = await Promise.race([working.then((result) => ({ result })), isSlow]);
    if (first !== 'slow') {
      return first.result;
    }
  } finally {
    timer.dispose();
  }
  return await notifyProgress(title, async (progress, signal) => {
    signal.addEventListener('abort', () => cancelling.abort());
    show = percentSteps((_done, _total, increment) => progress.report({ increment }));
    return await working;
  });
}
