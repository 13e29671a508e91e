import type { Locator, Page } from 'playwright-core';
import { waitUntil } from './waitUntil.ts';

/**
 * Opens `row`, the first one of the view Changes, until `below`, a row below it, is shown. With the keyboard,
 * as it may be out of sight. Once is not always enough: VS Code closes a row again where its view changes
 * before the rows below it have come.
 */
export async function openNewestRun(page: Page, row: Locator, below: Locator): Promise<void> {
  const closed = row.and(page.locator('.focused[aria-expanded="false"]'));
  // A view that was empty when it was given the focus has not passed it on to its rows.
  await page.getByRole('tree', { name: 'Changes', exact: true }).focus();
  await waitUntil(async () => {
    await page.keyboard.press('Home');
    if (await closed.isVisible()) {
      await page.keyboard.press('ArrowRight');
    }
    return await below.isVisible();
  });
}
