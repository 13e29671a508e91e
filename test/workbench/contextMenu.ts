import type { Locator, Page } from 'playwright-core';
import { beginningWith } from './accessibleName.ts';

/** The menu that a right click opens. */
export class ContextMenu {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** An item by the beginning of its name. */
  item(name: string): Locator {
    return this.#items('').getByRole('menuitem', { name: beginningWith(name) });
  }

  /** Chooses an item by the keyboard: for a moment, a menu that has just come ignores the mouse. */
  async choose(name: string): Promise<void> {
    await this.item(name).hover();
    await this.#items('.focused')
      .getByRole('menuitem', { name: beginningWith(name) })
      .waitFor();
    await this.#page.keyboard.press('Enter');
    await this.item(name).waitFor({ state: 'hidden' });
  }

  #items(state: '' | '.focused'): Locator {
    return this.#page.locator(`.monaco-menu .action-item${state}`);
  }
}
