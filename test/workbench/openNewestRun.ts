import type { Locator } from 'playwright-core';
import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/**
 * Goes to the view Changes and opens `row`, its first run, until `below`, a row below it, is shown. With the
 * keyboard, as it may be out of sight. Once is not always enough: VS Code closes a row again where its view
 * changes before the rows below it have come.
 */
export async function openNewestRun(
  { page, quickInput }: Workbench,
  row: Locator,
  below: Locator,
): Promise<void> {
  await quickInput.runCommand('Workforce: Focus on Changes View');
  await quickInput.closed();
  const closed = row.and(page.locator('.focused[aria-expanded="false"]'));
  await waitUntil(async () => {
    // The first row is the day.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    if (await closed.isVisible()) {
      await page.keyboard.press('ArrowRight');
    }
    return await below.isVisible();
  });
}
