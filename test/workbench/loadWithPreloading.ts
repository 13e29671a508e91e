import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/** Runs `load`, in which a window activates the extension, and waits until that has preloaded its code. */
export async function loadWithPreloading(
  workbench: Workbench,
  load: () => Promise<void>,
): Promise<void> {
  const preloadings = (): number => workbench.extensionLog().split('Preloading has ended.').length;
  const before = preloadings();
  await load();
  await waitUntil(() => preloadings() > before);
}
