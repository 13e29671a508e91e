import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/**
 * Runs `load`, in which a window activates the extension anew, and waits until that has preloaded its code; the
 * extension host of before may still be about to.
 */
export async function loadWithPreloading(
  workbench: Workbench,
  load: () => Promise<void>,
): Promise<void> {
  const before = workbench.extensionLogs();
  await load();
  await waitUntil(() =>
    Array.from(workbench.extensionLogs()).some(
      ([file, text]) => !before.has(file) && text.includes('Preloading has ended.'),
    ),
  );
}
