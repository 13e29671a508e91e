import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { exactly } from './accessibleName.ts';
import { waitUntil } from './waitUntil.ts';

/** Time in which the palette closes after an Enter that it has taken, in milliseconds. */
const timeToClose = 2000;

/** Time in which the palette opens after an F1 that VS Code has taken, in milliseconds. */
const timeToOpen = 5000;

const widget = '.quick-input-widget:not(.quick-input-widget-closing)';
const input = '.quick-input-filter input, .quick-input-filter textarea';

/**
 * Presses Enter if the row that it would choose has a label; returns whether it has. In one task: VS Code begins with
 * the first row again when it has found more, at any moment between two. As source text.
 */
const pressEnterOn = `(label) => {
  const widget = document.querySelector('${widget}');
  const input = widget?.querySelector('${input}');
  const row = widget?.querySelector('.monaco-list-row.focused');
  const names = Array.from(row?.querySelectorAll('.label-name') ?? [], ({ textContent }) => textContent);
  const isWanted = names.some((name) => name.replaceAll(/\\s+/g, ' ').trim() === label);
  if (isWanted) {
    const key = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
    input.dispatchEvent(new KeyboardEvent('keydown', key));
    input.dispatchEvent(new KeyboardEvent('keyup', key));
  }
  return isWanted;
}`;

/** VS Code's quick input at the top of the window: the palette, a pick, an input box. */
export class QuickInput {
  readonly #page: Page;
  /** The whole widget. */
  readonly widget: Locator;
  /** Its text field. */
  readonly input: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator(widget);
    this.input = this.widget.locator(input);
  }

  /** Runs a command by its title in the palette, such as `Workforce: Sign In`. */
  async runCommand(title: string): Promise<void> {
    await waitUntil(async () => {
      if (await this.#offers(title)) {
        return true;
      }
      // A palette that is opened in a new window goes on without the commands that are not known yet.
      await this.dismiss();
      return false;
    });
    await this.chooseCommand(title);
  }

  /** Waits until the palette offers a command, by its title, and closes the palette. */
  async waitForCommand(title: string): Promise<void> {
    await waitUntil(async () => {
      const isOffered = await this.#offers(title);
      await this.dismiss();
      return isOffered;
    });
  }

  /**
   * Chooses a command whose whole title has been typed into the palette. `pressEnter` does so if that would choose
   * it, and returns whether it has.
   */
  async chooseCommand(
    title: string,
    pressEnter = async (): Promise<boolean> => await this.#pressOn(title),
  ): Promise<void> {
    await this.row(title).waitFor();
    let enteredAt = -Infinity;
    await waitUntil(async () => {
      // The palette drops an Enter that comes while it adds similar commands. One that it takes closes it, on a
      // busy machine not at once, and a second one would run the command once more.
      if (performance.now() - enteredAt > timeToClose && (await pressEnter())) {
        enteredAt = performance.now();
      }
      // Its row alone would not tell: it goes for a moment while others are added.
      return !(await this.widget.isVisible()) || (await this.input.inputValue()) !== `>${title}`;
    });
  }

  /** Returns whether the palette, which it opens, offers a command. */
  async #offers(title: string): Promise<boolean> {
    // VS Code looks for similar ones when it has found all that match.
    const none = this.widget.getByText(/^(similar commands|No matching commands)$/);
    await this.#openPalette();
    await this.fill(`>${title}`);
    // VS Code keeps rows that it does not show.
    await this.row(title).or(none).filter({ visible: true }).first().waitFor();
    return await this.row(title).isVisible();
  }

  /** Opens the palette. A page of a webview that still loads hands no key on to VS Code. */
  async #openPalette(): Promise<void> {
    let pressedAt = -Infinity;
    await waitUntil(async () => {
      if (performance.now() - pressedAt > timeToOpen) {
        await this.#page.keyboard.press('F1');
        pressedAt = performance.now();
      }
      return await this.input.isVisible();
    });
  }

  /** Enters `text` into the input box whose prompt or title contains `prompt`, once it is shown. */
  async answer(prompt: string, text: string): Promise<void> {
    await this.widget.filter({ hasText: prompt }).waitFor();
    await this.fill(text);
    await this.accept();
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
    return this.#labelled(label).first();
  }

  /** A row by the whole text of its label, and by text that it contains beside that. */
  rowAbout(text: string, label: string): Locator {
    return this.#labelled(label).filter({ hasText: text });
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
    await this.input.focus();
    const isPressed = await this.#page.evaluate<boolean>(
      `(${pressEnterOn})(${JSON.stringify(label)})`,
    );
    if (!isPressed) {
      await this.input.press('ArrowDown');
    }
    return isPressed;
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

  #labelled(label: string): Locator {
    return this.rows.filter({ has: this.#page.locator('.label-name').getByText(exactly(label)) });
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
