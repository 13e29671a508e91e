import type { Page } from 'playwright-core';
import * as z from 'zod';

const watch = `(() => {
  const choices = [];
  let hasGone = false;
  globalThis.choicesInPicks = choices;
  const note = (how, row) => {
    const pick = document.querySelector('.quick-input-widget');
    if (pick !== null && pick.style.display !== 'none') {
      const { value } = pick.querySelector('.quick-input-filter input, .quick-input-filter textarea');
      choices.push([how, value, row(pick)?.getAttribute('aria-label') ?? ''].join('\\n'));
    }
  };
  document.addEventListener('input', () => {
    hasGone = false;
  }, true);
  document.addEventListener('keydown', (event) => {
    hasGone ||= event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (event.key === 'Enter') {
      note(hasGone ? 'Enter after going' : 'Enter', (pick) => pick.querySelector('.monaco-list-row.focused'));
    }
  }, true);
  document.addEventListener('click', (event) => {
    const clicked = event.target.closest('.quick-input-widget .monaco-list-row');
    if (clicked !== null) {
      note('click', () => clicked);
    }
  }, true);
})()`;

/**
 * Log of choices in quick picks: three lines each, how (`click`, `Enter`, or `Enter after going` where an
 * arrow key was pressed since typing), the text that was typed, and the accessible name of the row, which is
 * empty where there is none.
 */
export class ChoicesInPicks {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async watch(page: Page): Promise<ChoicesInPicks> {
    await page.evaluate(watch);
    return new ChoicesInPicks(page);
  }

  /** Returns the choices that have not been taken yet, in order. */
  async take(): Promise<string[]> {
    return z.array(z.string()).parse(await this.#page.evaluate('choicesInPicks.splice(0)'));
  }
}
