import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { exactly } from './accessibleName.ts';

/** VS Code's quick input at the top of the window: the palette, a pick, an input box. */
export class QuickInput {
  readonly #page: Page;
  /** The whole widget. */
  readonly widget: Locator;
  /** Its text field. */
  readonly input: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator('.quick-input-widget:not(.quick-input-widget-closing)');
    this.input = this.widget.locator('.quick-input-filter input, .quick-input-filter textarea');
  }

  /** Runs a command by its title in the palette, such as `Workforce: Sign In`. */
  async runCommand(title: string): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.input.waitFor();
    await this.fill(`>${title}`);
    await this.pick(title);
    // What comes next must not be typed into the palette while it is about to close.
    await this.row(title).waitFor({ state: 'hidden' });
  }

  /** Replaces the text. */
  async fill(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** Presses Enter. */
  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  /** Presses Escape and waits until the widget has gone. */
  async dismiss(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.widget.waitFor({ state: 'hidden' });
  }

  /** A row by the whole text of its label. */
  row(label: string): Locator {
    return this.widget
      .locator('.monaco-list-row')
      .filter({ has: this.#page.locator('.label-name').getByText(exactly(label)) })
      .first();
  }

  /** Clicks a row by the whole text of its label. */
  async pick(label: string): Promise<void> {
    await this.row(label).click();
  }

  /** The row that contains `text`, gone to with the keyboard: what is out of sight is not rendered. */
  async scrollTo(text: RegExp): Promise<Locator> {
    const row = this.widget.getByText(text);
    for (let pages = 0; pages < 20 && !(await row.isVisible()); pages++) {
      await this.#page.keyboard.press('PageDown');
    }
    await row.waitFor();
    return row;
  }

  /** Enters a file's path in VS Code's own dialog for files, and presses the dialog's button. */
  async enterPath(file: string, button: string): Promise<void> {
    // The dialog fills in a path of its own when it has read the folder.
    await this.widget.locator('.monaco-list-row').first().waitFor();
    await this.fill(file);
    assert.equal(await this.input.inputValue(), file);
    const accept = this.widget.getByRole('button', { name: button, exact: true });
    const question = this.widget.getByText('already exists');
    // The dialog overlooks its button while it still reads what the path leads to, and shows no sign of
    // that: a person presses it once more.
    for (let isTaken = false; !isTaken;) {
      await accept.click();
      isTaken = await Promise.race([
        this.widget.waitFor({ state: 'hidden', timeout: 3000 }),
        question.waitFor({ timeout: 3000 }),
      ]).then(
        () => true,
        () => false,
      );
    }
  }

  /** The labels of the rows that are shown. */
  async labels(): Promise<string[]> {
    return await this.widget
      .locator('.monaco-list-row .quick-input-list-row:first-child .label-name')
      .allInnerTexts();
  }

  /** The line that explains an input box or its validation message. */
  get message(): Locator {
    return this.widget.locator('.quick-input-message');
  }
}
