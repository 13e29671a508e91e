import type { Locator } from 'playwright-core';
import * as z from 'zod';
import { beginningWith } from './accessibleName.ts';
import { AuthorizePage } from './authorizePage.ts';
import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/** Members of the browser's own type that evaluated code uses. */
interface BrowserElement {
  querySelector: (selector: string) => BrowserElement | null;
  closest: (selector: string) => BrowserElement | null;
  getBoundingClientRect: () => { readonly top: number; readonly height: number };
  readonly innerText: string;
}
declare const document: BrowserElement;
declare const MutationObserver: new (onMutation: () => void) => {
  observe: (target: BrowserElement, options: Readonly<Record<string, boolean>>) => void;
};

/** Text of the view until it is known who is signed in. */
export const lookingForAccounts = 'Looking for your accounts…';

const texts = z.array(z.string());

/** The view of labels in the sidebar, and what a person does in it. */
export class LabelsView {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Shows the view. */
  async open(): Promise<void> {
    await this.#workbench.openViewContainer('Workforce');
  }

  /** A button of the welcome text that stands where no labels are. */
  welcomeButton(name: string): Locator {
    return this.#workbench.sidebar
      .locator('.welcome-view')
      .getByRole('button', { name, exact: true });
  }

  /**
   * From now on, watches what the window says where no labels are, also when it is loaded anew: then from
   * the first moment on. Returns what reads the texts that were in sight since then.
   */
  async watchWelcomes(): Promise<() => Promise<readonly string[]>> {
    const { page } = this.#workbench;
    await page.addInitScript(rememberWelcomes);
    await page.evaluate(rememberWelcomes);
    return async () => texts.parse(await page.evaluate('[...globalThis.seenWelcomes]'));
  }

  /** The line above the rows. */
  get message(): Locator {
    return this.#workbench.sidebar.locator('.tree-explorer-viewlet-tree-view .message');
  }

  /** The row whose accessible name begins with `name`. */
  row(name: string): Locator {
    return this.#workbench.treeRow(name);
  }

  /** The row whose accessible name begins with `name`, once it is selected. */
  selectedRow(name: string): Locator {
    return this.row(name).and(this.#workbench.page.locator('[aria-selected="true"]'));
  }

  /** Waits until several rows are selected that are rendered, all of which contain `text`. */
  async waitForSelected(text: string): Promise<void> {
    const selected = this.rows.and(this.#workbench.page.locator('[aria-selected="true"]'));
    await waitUntil(async () => {
      const found = await selected.allInnerTexts();
      return found.length > 1 && found.every((row) => row.includes(text));
    });
  }

  /** Waits until the rows' list has the keyboard's focus, and VS Code takes keys for it. */
  async waitForFocus(): Promise<void> {
    await this.#focusedList.waitFor();
    // That a text field has lost the focus, VS Code notes with a timer: until then, keys of lists do nothing.
    await this.#workbench.page.evaluate('new Promise((timePasses) => setTimeout(timePasses))');
  }

  get #focusedList(): Locator {
    return this.#workbench.sidebar.locator('.monaco-list:focus');
  }

  /** The row whose accessible name begins with `name`, once the keyboard's focus is on it. */
  focusedRow(name: string): Locator {
    return this.#focusedList
      .getByRole('treeitem', { name: beginningWith(name) })
      .and(this.#workbench.page.locator('.focused'));
  }

  /** The rows that are rendered. */
  get rows(): Locator {
    return this.#workbench.sidebar.getByRole('treeitem');
  }

  /** The row that is at this place of the list, once it is rendered. */
  rowAt(index: number): Locator {
    return this.rows.and(this.#workbench.page.locator(`[data-index="${index}"]`));
  }

  /** Takes the pointer away from the rows, so that no tooltip covers one. */
  async leaveRows(): Promise<void> {
    const { page } = this.#workbench;
    await page.locator('.statusbar').hover();
    await page.locator('.monaco-hover:visible').waitFor({ state: 'hidden' });
  }

  /** Turns the wheel until `row`, which is below those in sight, stands as a whole above the next view. */
  async scrollTo(row: Locator): Promise<void> {
    await this.rows.first().hover();
    await waitUntil(async () => {
      const isWhole = await this.#isWhole(row);
      if (!isWhole) {
        await this.#workbench.page.mouse.wheel(0, 200);
      }
      return isWhole;
    });
  }

  /** Waits until `row` stands as a whole above the next view. */
  async waitForWhole(row: Locator): Promise<void> {
    await waitUntil(async () => await this.#isWhole(row));
  }

  /** Returns whether `row` stands as a whole above the next view. Never waits for the row. */
  async #isWhole(row: Locator): Promise<boolean> {
    if (!(await row.isVisible())) {
      return false;
    }
    const next = this.#workbench.sidebar.locator('.pane-header').nth(1);
    const [box, edge] = await Promise.all([row.boundingBox(), next.boundingBox()]);
    // Rows may begin at a fraction of a pixel.
    return box !== null && edge !== null && Math.floor(box.y + box.height) <= edge.y;
  }

  /** Watches from now on where the list of rows begins. Returns what reads where it did, in pixels. */
  async watchTop(): Promise<() => Promise<number[]>> {
    const seen = await this.#workbench.sidebar.evaluateHandle((sidebar: BrowserElement) => {
      const tops = new Set<number>();
      // Not once a frame: a page behind another one draws none.
      new MutationObserver(() => {
        const row = sidebar.querySelector('.monaco-list-row');
        const box = row?.closest('.monaco-list')?.getBoundingClientRect();
        // Before VS Code shows it, the list has no size.
        if (box !== undefined && box.height > 0) {
          tops.add(box.top);
        }
      }).observe(sidebar, { attributes: true, childList: true, subtree: true });
      return tops;
    });
    return async () => await seen.evaluate((tops) => [...tops]);
  }

  /** Waits until the list is as long as `rows` rows, most of which are out of sight and not rendered. */
  async waitForLength(rows: number): Promise<void> {
    const rowHeight = 22;
    const content = this.#workbench.sidebar.locator('.monaco-list-rows');
    const isSoLong = async (): Promise<boolean> => {
      const box = await content.boundingBox();
      return box !== null && box.height >= rows * rowHeight;
    };
    await waitUntil(isSoLong);
  }

  /** Runs a command, by default that of the palette, and comes to the authorize page that it opens. */
  async startSignIn(
    action: () => Promise<void> = async () =>
      await this.#workbench.quickInput.runCommand('Workforce: Sign In'),
  ): Promise<AuthorizePage> {
    return new AuthorizePage(await this.#workbench.followToWebsite(action));
  }

  /** Opens the view and signs in for the first time, which asks for the client secret too. */
  async signInFirst(
    clientSecret: string,
    choice: { user?: string; tenant?: string } = {},
  ): Promise<void> {
    await this.open();
    await this.welcomeButton('Sign In').click();
    const authorizePage = await this.startSignIn(
      async () => await this.enterClientSecret(clientSecret),
    );
    await authorizePage.approve(choice);
    await this.rows.first().waitFor();
    await authorizePage.page.close();
  }

  /** Signs in from beginning to end, if nothing is missing for that. */
  async signIn(
    choice: { user?: string; tenant?: string } = {},
    action?: () => Promise<void>,
  ): Promise<void> {
    const authorizePage = await this.startSignIn(action);
    const progress = this.#workbench.notification('Signing in to');
    await progress.waitFor();
    await authorizePage.approve(choice);
    await progress.waitFor({ state: 'hidden' });
    await authorizePage.page.close();
  }

  /** Enters a client secret in the box that asks for it. */
  async enterClientSecret(secret: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.input.waitFor();
    await quickInput.fill(secret);
    await quickInput.accept();
  }
}

/** Runs in the page, and so reaches nothing of this file. */
function rememberWelcomes(): void {
  const seen = new Set<string>();
  Object.assign(globalThis, { seenWelcomes: seen });
  new MutationObserver(() => {
    const view = '.pane:has(.pane-header[aria-label^="Labels"])';
    const welcome = document.querySelector(`${view} .welcome-view`);
    if (welcome !== null && welcome.getBoundingClientRect().height > 0) {
      seen.add(welcome.innerText);
    }
  }).observe(document, { attributes: true, childList: true, subtree: true });
}
