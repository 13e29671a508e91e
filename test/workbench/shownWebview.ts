import type { FrameLocator, Page } from 'playwright-core';

/** The content of the webview that `page` shows. */
export function shownWebview(page: Page): FrameLocator {
  return page
    .locator('iframe.webview.ready:visible')
    .contentFrame()
    .locator('iframe#active-frame')
    .contentFrame();
}
