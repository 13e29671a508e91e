import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/** Has a window loaded anew by `load`, and waits until the extension has preloaded its code there. */
export async function loadWithPreloading(
  workbench: Workbench,
  load: () => Promise<void>,
): Promise<void> {
  const preloadings = (): number => workbench.extensionLog().split('Preloading has ended.').length;
  const before = preloadings();
  await load();
  await waitUntil(() => preloadings() > before);
}
