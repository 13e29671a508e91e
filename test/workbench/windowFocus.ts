import type { Page } from 'playwright-core';

/** Turns to another tab of the browser, and comes back. A page that is driven has the focus all the time. */
export async function leaveAndReturn(page: Page): Promise<void> {
  for (const isFocused of [false, true]) {
    await page.evaluate(
      `document.hasFocus = () => ${isFocused}; document.dispatchEvent(new Event('visibilitychange'))`,
    );
  }
}
