import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** Columns of a table, by their number. */
export const tableColumns = { name: 0, code: 1, status: 2, id: 3 } as const;

/** The grid of a table in the active editor. */
export class LabelTable {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** A cell by the number of its row, from 0, once it is in the page. */
  cell(row: number, column: keyof typeof tableColumns): Locator {
    return this.#workbench.webview.locator(
      `[data-row="${row}"] > [data-column="${tableColumns[column]}"]`,
    );
  }

  /** A cell, once it shows a text. */
  cellWith(row: number, column: keyof typeof tableColumns, text: string): Locator {
    return this.cell(row, column).filter({
      has: this.#workbench.webview.getByText(text, { exact: true }),
    });
  }

  /** Waits until a cell is active, and the keyboard's focus is in it. */
  async untilActive(row: number, column: keyof typeof tableColumns): Promise<void> {
    await this.cell(row, column)
      .and(this.#workbench.webview.locator(':focus-within, :focus'))
      .waitFor();
  }

  /** Makes a cell active with a click. */
  async goTo(row: number, column: keyof typeof tableColumns): Promise<void> {
    await this.cell(row, column).click();
    await this.untilActive(row, column);
  }

  /** Types texts into the cells from the active one on downwards, with Enter after each. */
  async typeDownwards(texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      await this.#workbench.page.keyboard.type(text);
      await this.#workbench.page.keyboard.press('Enter');
    }
  }

  /** Pastes a text as from a spreadsheet. */
  async paste(text: string): Promise<void> {
    await this.#workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await this.#workbench.page.keyboard.press('Control+v');
  }

  /** Input of the words that rows are filtered by. */
  get filter(): Locator {
    return this.#workbench.webview.getByRole('searchbox', { name: 'Filter rows' });
  }

  /** A button of the grid. */
  button(name: string | RegExp): Locator {
    return this.#workbench.webview.getByRole('button', { name });
  }

  /** Something that the grid says. */
  text(text: string | RegExp): Locator {
    return this.#workbench.webview.getByText(text).first();
  }

  /** The tab of the table, once it holds changes that are not saved. */
  dirtyTab(name: string): Locator {
    return this.#workbench.editorTab(name).and(this.#workbench.page.locator('.dirty'));
  }

  /** Button that closes the tab of the active editor. */
  get closeButton(): Locator {
    return this.#workbench.page.locator('.tab.active .tab-actions').getByRole('button').first();
  }

  /** The tab of the table, once it holds no changes. */
  cleanTab(name: string): Locator {
    return this.#workbench.editorTab(name).and(this.#workbench.page.locator(':not(.dirty)'));
  }
}
