import type { Locator } from 'playwright-core';
import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/** The text editor that shows a label as JSON; there is one at most. */
export class JsonEditor {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Shows the label of the active form as JSON. */
  async open(): Promise<void> {
    await this.#workbench.editorAction('Edit Label as JSON').click();
    await this.text('"id"').waitFor();
  }

  /** A piece of the text that VS Code draws as one. */
  text(piece: string): Locator {
    return this.#workbench.page.locator('.editor-instance .view-lines').getByText(piece);
  }

  /** Puts the caret before the comma that ends a line, counted from 1. */
  async goToEndOf(line: number): Promise<void> {
    const { keyboard } = this.#workbench.page;
    await this.#workbench.page.locator('.editor-instance .native-edit-context').focus();
    await keyboard.press('Control+Home');
    for (let passed = 1; passed < line; passed += 1) {
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('End');
    await keyboard.press('ArrowLeft');
  }

  /** Markers of text that cannot be saved. */
  get problems(): Locator {
    return this.#workbench.page.locator('.editor-instance .squiggly-error');
  }

  /** Quick fixes at the caret, which has some, once one of them can be chosen by key. */
  async quickFixes(): Promise<Locator> {
    const { page } = this.#workbench;
    const rows = page.locator('.action-widget .monaco-list-row.action');
    const chosen = rows.and(page.locator('.focused'));
    await page.locator('.editor-instance .lightBulbWidget:visible').waitFor();
    await waitUntil(async () => {
      // VS Code drops the key while it looks for them by itself, as it does for a while after a change.
      await page.keyboard.press('Control+.');
      return await chosen.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
    return rows;
  }

  /** Completions at the caret. */
  async proposals(): Promise<Locator> {
    await this.#workbench.page.keyboard.press('Control+Space');
    return this.#workbench.page.locator('.suggest-widget.visible .monaco-list-row');
  }

  /** Hover of the text under the pointer. */
  async hover(piece: string): Promise<Locator> {
    await this.text(piece).hover();
    return this.#workbench.page.locator('.monaco-hover:visible .hover-contents');
  }
}
