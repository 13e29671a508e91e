import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { assertFrameAccessible } from '../host/axe.ts';
import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/** Runs axe on the form that is shown. Throws an `AssertionError` that names what it finds. */
export async function assertAccessible(workbench: Workbench): Promise<void> {
  await assertFrameAccessible(await formFrame(workbench));
}

/** Returns whether the whole form is visible without scrolling sideways. */
export async function fitsInWidth(workbench: Workbench): Promise<boolean> {
  const frame = await formFrame(workbench);
  return await frame.evaluate<boolean>(
    'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
  );
}

/** Makes the window so wide that the webview that is shown has a width, in CSS pixels. */
export async function resizeWebview(
  { page }: Workbench,
  width: number,
  height: number,
): Promise<void> {
  const frame = page.locator('iframe.webview.ready:visible');
  const presentWidth = async (): Promise<number> => {
    const box = await frame.boundingBox();
    assert.ok(box);
    return box.width;
  };
  const beside = (page.viewportSize()?.width ?? 0) - (await presentWidth());
  await page.setViewportSize({ width: Math.round(beside + width), height });
  await waitUntil(async () => Math.abs((await presentWidth()) - width) <= 1);
}

/** The frame of the form that is shown. */
export async function formFrame(workbench: Workbench): Promise<Frame> {
  const element = await workbench.webview.owner().elementHandle();
  const frame = await element?.contentFrame();
  assert.ok(frame);
  return frame;
}
