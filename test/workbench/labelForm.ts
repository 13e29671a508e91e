import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** The form of a label in the active editor. */
export class LabelForm {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** A field by its name on the form. */
  field(name: 'Code' | 'Name' | 'Status'): Locator {
    return this.#workbench.webview.getByRole('textbox', { name, exact: true });
  }

  /** A field by its name on the form, once the keyboard's focus is in it. */
  focusedField(name: 'Code' | 'Name' | 'Status'): Locator {
    return this.field(name).and(this.#workbench.webview.locator(':focus'));
  }

  /** The heading. */
  get title(): Locator {
    return this.#workbench.webview.getByRole('heading', { level: 1 });
  }

  /** A button of the form. */
  button(name: string): Locator {
    return this.#workbench.webview.getByRole('button', { name, exact: true });
  }

  /** Something that the form says. */
  text(text: string): Locator {
    return this.#workbench.webview.getByText(text);
  }

  /** Lets the clock of the form stand still, so that no pause is seen in what is typed. */
  async holdClock(): Promise<void> {
    await this.#workbench.webview.locator(':root').evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
  }

  /** Types while the clock of the form stands still. */
  async withoutPause(typing: () => Promise<void>): Promise<void> {
    await this.holdClock();
    await typing();
    const root = this.#workbench.webview.locator(':root');
    await root.evaluate(() => Reflect.deleteProperty(performance, 'now'));
  }

  /** What the form says that saving would send. */
  get changes(): Locator {
    return this.#workbench.webview.getByRole('region', { name: 'Will be sent' });
  }

  /** What the form says of somebody else's change of a field. */
  theirChange(field: 'Code' | 'Name' | 'Status'): Locator {
    return this.#workbench.webview.getByRole('group', { name: `${field}: changed at the service` });
  }

  /** What the form says about the last save. */
  get status(): Locator {
    return this.#workbench.webview.getByRole('status');
  }

  /** The tab of a label's document, once it holds changes that are not saved. */
  dirtyTab(name: string): Locator {
    return this.#workbench.editorTab(name).and(this.#workbench.page.locator('.dirty'));
  }

  /** The tab of a label's document, once it holds no changes. */
  cleanTab(name: string): Locator {
    return this.#workbench.editorTab(name).and(this.#workbench.page.locator(':not(.dirty)'));
  }
}
