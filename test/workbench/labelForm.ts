import type { Locator } from 'playwright-core';
import { waitUntil } from './waitUntil.ts';
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

  /** Marks the page that the form has now. */
  async markPage(): Promise<void> {
    await this.#workbench.webview.locator(':root').evaluate(() => {
      Object.assign(globalThis, { isMarked: true });
    });
  }

  /** Returns whether the form still has the page that was marked. */
  async isMarkedPage(): Promise<boolean> {
    const root = this.#workbench.webview.locator(':root');
    return await root.evaluate(() => 'isMarked' in globalThis);
  }

  /** Waits until the keyboard's focus is in the page, and VS Code knows that it has left other pages. */
  async untilFocused(): Promise<void> {
    const { page, webview } = this.#workbench;
    const root = webview.locator(':root');
    await waitUntil(async () => (await root.evaluate('document.hasFocus()')) === true);
    // Each page of a webview checks its focus by a timer of 250 ms. VS Code does not give the focus to one of which
    // it is told meanwhile that it has lost it. A timer that is set now fires after that of the page.
    const hosts = page
      .frames()
      .filter((frame) => frame.url().includes('/webview/browser/pre/index.html'));
    await Promise.all(
      hosts.map(async (host) => {
        await host.evaluate('new Promise((timePasses) => setTimeout(timePasses, 250))');
      }),
    );
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

  /** List in the form of the changes that saving would send. */
  get changes(): Locator {
    return this.#workbench.webview.getByRole('region', { name: 'Will be sent' });
  }

  /** Message in the form about somebody else's change of a field. */
  theirChange(field: 'Code' | 'Name' | 'Status'): Locator {
    return this.#workbench.webview.getByRole('group', { name: `${field}: changed in the service` });
  }

  /** Message in the form about the last save. */
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
