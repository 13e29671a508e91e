import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/**
 * Loads the window anew as soon as VS Code lets it go without a question: it keeps unsaved text
 * somewhat later than it is typed.
 */
export async function reloadWithUnsavedText(workbench: Workbench): Promise<void> {
  const mayClose = async (): Promise<boolean> =>
    await workbench.page.evaluate<boolean>(
      "window.dispatchEvent(new Event('beforeunload', { cancelable: true }))",
    );
  await waitUntil(mayClose);
  await workbench.open();
}
