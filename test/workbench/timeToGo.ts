import type { Locator } from 'playwright-core';
import { waitUntil } from './waitUntil.ts';

/** Members of the browser's own type that evaluated code uses. */
interface BrowserElement {
  readonly isConnected: boolean;
  readonly ownerDocument: unknown;
  addEventListener: (type: string, listener: () => void, options: { capture: boolean }) => void;
}
declare const MutationObserver: new (onMutation: () => void) => {
  observe: (target: unknown, options: Readonly<Record<string, boolean>>) => void;
};

/** Clicks what makes a notification go. Returns how long it took to go, in milliseconds. */
export async function timeToGo(notification: Locator, button: Locator): Promise<number> {
  // Measured in the page: looking from here takes its time.
  const times = await notification.evaluateHandle((element: BrowserElement) => {
    const measured = { clicked: 0, gone: 0 };
    const click = (): void => {
      measured.clicked = performance.now();
    };
    element.addEventListener('click', click, { capture: true });
    new MutationObserver(() => {
      if (!element.isConnected && measured.gone === 0) {
        measured.gone = performance.now();
      }
    }).observe(element.ownerDocument, { childList: true, subtree: true });
    return measured;
  });
  await button.click();
  await notification.waitFor({ state: 'hidden' });
  await waitUntil(async () => (await times.evaluate(({ gone }) => gone)) > 0);
  return await times.evaluate(({ clicked, gone }) => gone - clicked);
}
