import type { Page } from 'playwright-core';
import { shownWebview } from './shownWebview.ts';

/** Parts that a person would look at first, by name. */
const parts = {
  dialog: '.monaco-dialog-box',
  // Without what is typed: it may be a secret.
  'quick input':
    '.quick-input-widget:not(.quick-input-widget-closing) :is(.quick-input-title, .quick-input-message, .label-name)',
  notifications:
    ':is(.notifications-toasts, .notifications-center.visible) .notification-list-item-message',
  tabs: '.tabs-container .tab .label-name',
  sidebar: '.part.sidebar :is(.title-label, .welcome-view, .message, .monaco-list-row)',
  'status bar': '.part.statusbar .statusbar-item-label',
} as const;

const maximumTexts = 12;

/** Number of characters of a page that are told: its heading, and what it says above its rows. */
const pageLength = 300;

/** Text of the window, one line for each part that has any. */
export async function describeWindow(page: Page): Promise<string[]> {
  const lines: string[] = [];
  const add = (name: string, texts: readonly string[]): void => {
    const said = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
    if (said.length > 0) {
      lines.push(`${name}: ${said.slice(0, maximumTexts).join(' | ')}`);
    }
  };
  for (const [name, selector] of Object.entries(parts)) {
    add(name, await page.locator(selector).filter({ visible: true }).allInnerTexts());
  }
  const shown = await shownWebview(page).locator('body').allInnerTexts();
  add(
    'page',
    shown.map((text) => text.slice(0, pageLength)),
  );
  return lines;
}
