import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { exactly } from './accessibleName.ts';
import { waitUntil } from './waitUntil.ts';

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
    const none = this.widget.getByText('No matching commands', { exact: true });
    await waitUntil(async () => {
      await this.#page.keyboard.press('F1');
      await this.input.waitFor();
      await this.fill(`>${title}`);
      await this.row(title).or(none).first().waitFor();
      if (await this.row(title).isVisible()) {
        return true;
      }
      // A palette that is opened in a new window goes on without the commands that are not known yet.
      await this.dismiss();
      return false;
    });
    await this.chooseCommand(title);
  }

  /** Chooses a command whose whole title has been typed into the palette. */
  async chooseCommand(title: string): Promise<void> {
    await this.row(title).waitFor();
    await waitUntil(async () => {
      await this.#pressOn(title);
      // The palette drops an Enter that comes while it adds similar commands; one that it takes closes
      // it at once. Its row alone would not tell: it goes for a moment while others are added.
      return !(await this.widget.isVisible()) || (await this.input.inputValue()) !== `>${title}`;
    });
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

  /** Waits until the widget has faded away: while it does, VS Code takes Enter for its own. */
  async closed(): Promise<void> {
    await this.#page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** The rows that are shown. */
  get rows(): Locator {
    return this.widget.locator('.monaco-list-row');
  }

  /** A row by the whole text of its label. */
  row(label: string): Locator {
    return this.rows
      .filter({ has: this.#page.locator('.label-name').getByText(exactly(label)) })
      .first();
  }

  /** A row by the whole text of its label, once Enter would choose it. */
  focusedRow(label: string): Locator {
    return this.row(label).and(this.#page.locator('.focused'));
  }

  /** Picks a row by the whole text of its label. */
  async pick(label: string): Promise<void> {
    await this.row(label).waitFor();
    await waitUntil(async () => await this.#pressOn(label));
  }

  /**
   * Presses Enter if it would choose the row `label`, else goes one row on; returns which. With the keyboard:
   * rows that are still being drawn move below the pointer.
   */
  async #pressOn(label: string): Promise<boolean> {
    const isFocused = await this.focusedRow(label).isVisible();
    await this.input.press(isFocused ? 'Enter' : 'ArrowDown');
    return isFocused;
  }

  /** The row that contains `text`, gone to with the keyboard: what is out of sight is not rendered. */
  async scrollTo(text: RegExp): Promise<Locator> {
    const row = this.widget.getByText(text);
    const isInSight = async (): Promise<boolean> => {
      await this.#page.keyboard.press('PageDown');
      return await row.isVisible();
    };
    await waitUntil(isInSight);
    return row;
  }

  /**
   * Enters the path of a file in VS Code's own dialog for files, and presses the dialog's button. The
   * dialog has to begin in the file's folder: for another one it takes the button only to go there.
   */
  async enterPath(file: string, button: string): Promise<void> {
    // The dialog fills in a path of its own when it has read the folder.
    await this.rows.first().waitFor();
    assert.ok((await this.input.inputValue()).startsWith(path.join(path.dirname(file), '/')));
    await this.fill(file);
    await this.widget.getByRole('button', { name: button, exact: true }).click();
  }

  /** The labels of the rows that are shown. */
  async labels(): Promise<string[]> {
    return await this.rows.locator('.quick-input-list-row:first-child .label-name').allInnerTexts();
  }

  /** The line that explains an input box or its validation message. */
  get message(): Locator {
    return this.widget.locator('.quick-input-message');
  }
}
