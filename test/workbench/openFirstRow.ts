import type { Locator, Page } from 'playwright-core';
import { waitUntil } from './waitUntil.ts';

/**
 * Opens `row`, the first one of the tree that has the focus, until `below`, a row below it, is shown. With the
 * keyboard, as it may be out of sight. Once is not always enough: VS Code closes a row again where its view
 * changes before the rows below it have come.
 */
export async function openFirstRow(page: Page, row: Locator, below: Locator): Promise<void> {
  const closed = row.and(page.locator('.focused[aria-expanded="false"]'));
  await waitUntil(async () => {
    await page.keyboard.press('Home');
    if (await closed.isVisible()) {
      await page.keyboard.press('ArrowRight');
    }
    return await below.isVisible();
  });
}
