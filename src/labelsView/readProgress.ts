import { countedProgress } from '../commands/countedProgress.ts';
import type { LabelList } from '../core/labels/list/labelList.ts';
import { notifyProgress } from '../surfaces/notify.ts';

/**
 * Runs `task`, which reads all labels of `list`, while a cancellable notification shows `title` and how many have
 * been read; `start` were there before. Throws as `task` does.
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
