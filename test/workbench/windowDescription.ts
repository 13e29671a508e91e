import type { Page } from 'playwright-core';

/** What a person would look at first, by the name of each. */
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

/** What the window says, one line for each of its parts that says anything. */
export async function describeWindow(page: Page): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, selector] of Object.entries(parts)) {
    const texts = await page.locator(selector).filter({ visible: true }).allInnerTexts();
    const said = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
    if (said.length > 0) {
      lines.push(`${name}: ${said.slice(0, maximumTexts).join(' | ')}`);
    }
  }
  return lines;
}
