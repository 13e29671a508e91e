import { countedProgress } from '../commands/countedProgress.ts';
import type { LabelList } from '../core/labels/list/labelList.ts';
import { notifyProgress } from '../surfaces/notify.ts';

/**
 * Runs `task`, which reads all labels of `list`, with a cancellable notification that shows `title` and the
 * number of labels read; `start` labels were already read before. Throws the errors of `task`.
 */
export async function withReadProgress<T>(
  title: string,
  list: LabelList,
  start: number,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return await notifyProgress(title, async (progress, signal) => {
    const report = countedProgress(progress, start);
    const subscription = list.onDidProgress(({ read, total }) => report(read, total));
    try {
      return await task(signal);
    } finally {
      subscription.dispose();
    }
  });
}
