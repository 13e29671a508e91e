import { globSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser, uncompressed, whenStarted } from '../host/browser.ts';
import { startCodeServer, type CodeServer } from '../host/codeServer.ts';
import { changeUserSettings, unhurriedSettings, type Settings } from '../host/profile.ts';
import { timeLimits } from '../support/timeLimits.ts';
import { beginningWith, besideNotification, listingNotification } from './accessibleName.ts';
import { ConsoleCollector } from './consoleCollector.ts';
import { ContextMenu } from './contextMenu.ts';
import { QuickInput } from './quickInput.ts';
import { shownWebview } from './shownWebview.ts';
import { themes } from './themes.ts';
import { waitUntil } from './waitUntil.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vsix = path.join(root, 'dist', 'workforce-labels.vsix');

/** Members of the browser's own type that evaluated code uses. */
interface BrowserElement {
  click: () => void;
  getAttribute: (name: string) => string | null;
  readonly textContent: string;
}
declare const MutationObserver: new (onMutation: () => void) => {
  observe: (target: unknown, options: Readonly<Record<string, boolean>>) => void;
};

/** A whole VS Code with the packaged extension, used as a person uses it. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly menu: ContextMenu;
  readonly console: ConsoleCollector;
  readonly #server: CodeServer;
  readonly #browser: Browser;

  private constructor(server: CodeServer, browser: Browser, page: Page) {
    this.#server = server;
    this.#browser = browser;
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.menu = new ContextMenu(page);
    this.console = new ConsoleCollector(page);
  }

  /**
   * Starts VS Code with these user settings, and further extensions as VSIX files; opens its window, 1280 × 800.
   * `below` and `builtInExtensions` as for `startCodeServer`.
   */
  static async start(
    options: {
      settings?: Settings;
      folder?: string;
      furtherExtensions?: readonly string[];
      below?: readonly string[];
      builtInExtensions?: 'all' | 'used';
    } = {},
  ): Promise<Workbench> {
    const browser = await launchBrowser();
    let server: CodeServer | undefined;
    try {
      server = await startCodeServer({
        builtInExtensions: options.builtInExtensions ?? 'used',
        vsixFiles: [vsix, ...(options.furtherExtensions ?? [])],
        settings: { ...unhurriedSettings, ...options.settings },
        ...(options.folder === undefined ? {} : { folder: options.folder }),
        ...(options.below === undefined ? {} : { below: options.below }),
      });
      await whenStarted(browser);
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        extraHTTPHeaders: uncompressed,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      context.setDefaultTimeout(timeLimits.shown);
      const workbench = new Workbench(server, browser, await context.newPage());
      await workbench.open();
      return workbench;
    } catch (error) {
      await browser.close();
      await server?.stop();
      throw error;
    }
  }

  /** Opens the window, or loads it anew; the user's storage in the browser is kept. */
  async open(): Promise<void> {
    await this.goAway('/');
    // The extension's icon comes with what all extensions contribute, the colour themes included.
    await this.#activityBarTab('Workforce').waitFor();
    // Until then VS Code goes on opening what was open before: it would undo what a person does.
    await this.page.waitForFunction(
      "performance.getEntriesByName('code/didStartWorkbench').length > 0",
    );
  }

  /**
   * Leaves the window for a page of its own server, once VS Code keeps no more unsaved texts than it shows: it removes
   * one somewhat later than it shows a file as saved or reverted, and would restore it.
   */
  async goAway(address: string): Promise<void> {
    await waitUntil(async () => this.#keptTexts() <= (await this.#dirtyFiles()));
    const { href } = new URL(address, this.#server.url);
    await this.console.whileLeaving(async () => await this.page.goto(href));
  }

  /** Reverts the file in the active editor once VS Code keeps its text, and waits until it does no more. */
  async revertFile(): Promise<void> {
    const areKept = async (): Promise<boolean> => this.#keptTexts() === (await this.#dirtyFiles());
    await waitUntil(areKept);
    await this.quickInput.runCommand('File: Revert File');
    await this.activeTab.and(this.page.locator(':not(.dirty)')).waitFor();
    await waitUntil(areKept);
  }

  /** The folder that the extension is installed in. */
  get extensionFolder(): string {
    return this.#server.extensionFolder;
  }

  /** Logs of the extension by file, one for each extension host so far; VS Code writes them with a delay. */
  extensionLogs(): ReadonlyMap<string, string> {
    const folder = path.join(this.#server.userDataFolder, 'logs');
    const files = globSync('**/Workforce Labels.log', { cwd: folder });
    return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
  }

  /** Opens a second window of the same VS Code in the same browser; it closes with the first one. */
  async openSecondWindow(): Promise<Workbench> {
    const page = await this.page.context().newPage();
    const second = new Workbench(this.#server, this.#browser, page);
    await second.open();
    return second;
  }

  /** Moves the active editor into a window of its own, which belongs to this one, and returns that. */
  async moveIntoNewWindow(): Promise<Workbench> {
    const opened = this.page.context().waitForEvent('page');
    await this.quickInput.runCommand('View: Move Editor into New Window');
    const floating = new Workbench(this.#server, this.#browser, await opened);
    await floating.page.locator('.editor-group-container.active').waitFor();
    return floating;
  }

  /**
   * Goes from this window to `other`, which belongs to it. A browser without a screen gives the focus to all of
   * its windows at once; a person's is in one.
   */
  async goTo(other: Workbench): Promise<void> {
    await this.page.evaluate(
      "document.activeElement.blur(); document.hasFocus = () => false; window.dispatchEvent(new Event('blur'))",
    );
    await other.#takeFocus();
    // Of a form that had the focus in its window before, VS Code would not be told.
    await other.page.locator('.editor-group-container.active .tab.active').click();
  }

  /** Waits until `other`, the window that one had gone to, closes by itself: then one is in this one again. */
  async comeBackFrom(other: Workbench): Promise<void> {
    await waitUntil(() => other.page.isClosed());
    await this.#takeFocus();
  }

  async #takeFocus(): Promise<void> {
    await this.page.evaluate(
      "Reflect.deleteProperty(document, 'hasFocus'); window.dispatchEvent(new Event('focus'))",
    );
  }

  /** Closes the window and ends VS Code. */
  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
  }

  /** Opens a view container by the name that its icon in the activity bar has. */
  async openViewContainer(name: string): Promise<void> {
    const tab = this.#activityBarTab(name);
    if ((await tab.getAttribute('aria-selected')) !== 'true') {
      await tab.click();
    }
    await this.sidebar.waitFor();
  }

  /** The sidebar. */
  get sidebar(): Locator {
    return this.page.locator('.part.sidebar');
  }

  /** A row of a tree in the sidebar whose accessible name begins with `name`. */
  treeRow(name: string): Locator {
    return this.sidebar.getByRole('treeitem', { name: beginningWith(name) });
  }

  /** Status bar item with a text. */
  statusBarText(text: string): Locator {
    return this.page.locator('.part.statusbar').getByText(text);
  }

  /** A button in the title of the view or on the row that the pointer is on. */
  sidebarButton(name: string): Locator {
    return this.sidebar.getByRole('button', { name: beginningWith(name) });
  }

  /** Clicks a button in the title of the view, which is there only while the pointer is over the view. */
  async clickSidebarButton(name: string): Promise<void> {
    const title = this.sidebar.locator('.pane-header').first();
    await title.hover();
    await title.getByRole('button', { name: beginningWith(name) }).click();
  }

  /** Chooses from the “…” menu in the title of the view of labels. */
  async chooseInViewTitle(name: string): Promise<void> {
    const title = this.sidebar.locator('.pane-header').first();
    await title.hover();
    await title.locator('.codicon-toolbar-more').click();
    await this.menu.choose(name);
  }

  /** The notification that contains `text`, as a toast or in the list of all. */
  notification(text: string | RegExp): Locator {
    const shown = this.page.locator('.notifications-toasts, .notifications-center.visible');
    return shown.locator('.notification-list-item', { hasText: text });
  }

  /** The texts of the notifications that are shown. */
  async notificationTexts(): Promise<string[]> {
    return await this.page
      .locator('.notifications-toasts .notification-list-item-message')
      .allInnerTexts();
  }

  /**
   * Shows the list of all notifications that are not dealt with, in place of toasts: VS Code shows no
   * more than three of these within 800 ms. Not by the palette: it closes where a toast that has the focus
   * goes. Until the list is open: it closes with the last one, which may be a progress that has ended.
   */
  async openNotifications(): Promise<Locator> {
    const list = this.page.locator('.notifications-center.visible');
    await waitUntil(async () => {
      if (await list.isVisible()) {
        return true;
      }
      await this.page.keyboard.press('Control+K');
      await this.page.keyboard.press('Control+Shift+N');
      return false;
    });
    return list;
  }

  /**
   * Waits until a notification that contains `text` is in the list of all, where those are too that are not
   * shown as a toast; see `openNotifications`.
   */
  async untilNotificationIsListed(text: string | RegExp): Promise<void> {
    await waitUntil(async () => {
      await this.openNotifications();
      return await this.notification(text).isVisible();
    });
  }

  /** The texts of all notifications that are not dealt with. */
  async listedNotificationTexts(): Promise<string[]> {
    const list = await this.openNotifications();
    const texts = await list.locator('.notification-list-item-message').allInnerTexts();
    // VS Code closes the list itself once it is empty, and its command has gone then.
    const hide = list.locator('.codicon-notifications-hide');
    await hide.evaluateAll((buttons: BrowserElement[]) => buttons.forEach((each) => each.click()));
    await list.waitFor({ state: 'hidden' });
    return texts;
  }

  /**
   * Does something, and waits until a notification that contains `text` has come and gone. In the
   * list of notifications it is there as soon as it exists, and it is watched for in the page: VS Code
   * may show it for less than a second.
   */
  async untilNotificationHasGone(text: string, action: () => Promise<void>): Promise<void> {
    const list = await this.openNotifications();
    const seen = await list.evaluateHandle((element: BrowserElement, awaited) => {
      const seenTexts = new Set<string>();
      new MutationObserver(() => {
        if (element.textContent.includes(awaited)) {
          seenTexts.add(awaited);
        }
      }).observe(element, { characterData: true, childList: true, subtree: true });
      return seenTexts;
    }, text);
    await action();
    await waitUntil(async () => (await seen.evaluate(({ size }) => size)) > 0);
    await this.notification(text).waitFor({ state: 'hidden' });
  }

  /** Closes the notifications that are shown. */
  async dismissNotifications(): Promise<void> {
    await this.quickInput.runCommand('Notifications: Clear All Notifications');
    await this.page.locator('.notifications-toasts .notification-list-item').first().waitFor({
      state: 'hidden',
    });
  }

  /** The buttons of the notification that contains `text`, then those that the status bar has for it. */
  async notificationButtonTexts(text: string | RegExp): Promise<string[]> {
    const inside = this.notification(text)
      .locator('.notification-list-item-buttons-container')
      .getByRole('button');
    const beside = this.page
      .locator('.part.statusbar .right-items')
      .getByRole('button', { name: text });
    // On the right of the status bar, VS Code has the last item first.
    const besideTexts = (await beside.allInnerTexts()).toReversed();
    const texts = [...(await inside.allInnerTexts()), ...besideTexts];
    return texts.map((each) => each.trim());
  }

  /** A button of the notification that contains `text`, or one that the status bar has for it. */
  notificationButton(text: string | RegExp, name: string): Locator {
    return this.notification(text)
      .getByRole('button', { name, exact: true })
      .or(
        this.page
          .locator('.part.statusbar')
          .getByRole('button', { name: besideNotification(name, text) }),
      );
  }

  /** Presses a button of a notification that is not the newest, and so has its buttons in the status bar's list. */
  async pressListedNotificationButton(text: string, name: string): Promise<void> {
    await this.page
      .locator('.part.statusbar')
      .getByRole('button', { name: listingNotification(text) })
      .click();
    await this.quickInput.rowAbout(text, name).click();
  }

  /** The modal dialog. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** A button of the modal dialog. */
  dialogButton(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  /** Agrees in the modal dialog that asks before changes of labels are sent. */
  async agree(verb: 'Undo' | 'Redo' | 'Retry' | 'Send'): Promise<void> {
    const name = new RegExp(`^${verb}( .+ Changes?)?$`);
    await this.dialog.getByRole('button', { name }).click();
  }

  /** An editor's tab by the name of its file. */
  editorTab(name: string): Locator {
    return this.page.locator('.tabs-container').getByRole('tab', { name: beginningWith(name) });
  }

  /** The tab of the active editor. */
  get activeTab(): Locator {
    return this.page.locator('.editor-group-container.active .tab.active');
  }

  /** The lines of the text editor that are in sight, once it shows `piece`. */
  async editorLines(piece: string): Promise<string[]> {
    const lines = this.page.locator('.editor-instance .view-line');
    await lines.getByText(piece).first().waitFor();
    const texts = await lines.allInnerTexts();
    return texts.map((text) => text.replaceAll('\u00a0', ' '));
  }

  /** A button at the end of the tabs, for the active editor. */
  editorAction(name: string): Locator {
    return this.page
      .locator('.editor-actions')
      .getByRole('button', { name: beginningWith(name) })
      .first();
  }

  /** The page inside the webview that is shown. */
  get webview(): FrameLocator {
    return shownWebview(this.page);
  }

  /**
   * Does something that leads to another website, agrees when VS Code asks whether to open it, and
   * returns the page of the new tab.
   */
  async followToWebsite(action: () => Promise<void>): Promise<Page> {
    const website = this.page.waitForEvent('popup');
    const open = this.dialog.getByRole('button', { name: 'Open', exact: true });
    await action();
    // Not a click that waits: where VS Code does not ask, it would answer the next question.
    await Promise.race([website, open.waitFor()]);
    if (await open.isVisible()) {
      await open.click();
    }
    return await website;
  }

  /** Chooses a colour theme. */
  async setTheme(theme: keyof typeof themes): Promise<void> {
    const { name, className } = themes[theme];
    await this.quickInput.runCommand('Preferences: Color Theme');
    await this.quickInput.fill(name);
    await this.quickInput.pick(name);
    await this.quickInput.widget.waitFor({ state: 'hidden' });
    await this.page.locator(`.monaco-workbench.${className}`).waitFor();
  }

  /** The folder that all windows of an extension share, of ours unless another one is named. */
  storageFolder(extension = 'workforce-tools.workforce-labels'): string {
    return path.join(this.#server.userDataFolder, 'User', 'globalStorage', extension);
  }

  /** Changes user settings in settings.json and loads the window anew, which reads them. */
  async changeSettings(changes: Settings): Promise<void> {
    await changeUserSettings(this.#server.userDataFolder, changes);
    await this.open();
  }

  /** Drags the edge of the sidebar until it is `width` pixels wide; VS Code has a least width. */
  async resizeSidebar(width: number): Promise<void> {
    const box = await this.sidebar.boundingBox();
    if (box === null) {
      throw new Error('The sidebar is not shown.');
    }
    const middle = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, middle, { steps: 5 });
    await this.page.mouse.up();
    // Away from the edge, which is lit up while the pointer is on it.
    await this.page.mouse.move(box.x + width + 300, middle);
  }

  /** Saves what the window, or another page, shows as dist/screenshots/RELEASE/NAME.png. */
  async screenshot(name: string, page: Page = this.page): Promise<void> {
    const folder = path.join(root, 'dist', 'screenshots', this.#server.release);
    await mkdir(folder, { recursive: true });
    await page.screenshot({
      path: path.join(folder, `${name}.png`),
      // What fades in or out is shown as it will be.
      animations: 'disabled',
    });
  }

  /** Number of unsaved texts that VS Code keeps for its next start. */
  #keptTexts(): number {
    const backups = path.join(this.#server.userDataFolder, 'User', 'Backups');
    return globSync('*/*/*', { cwd: backups }).length;
  }

  /** Number of files that all windows show as unsaved. */
  async #dirtyFiles(): Promise<number> {
    const names = await Promise.all(
      this.page
        .context()
        .pages()
        .map(
          async (page) =>
            await page
              .locator('.tab.dirty')
              .evaluateAll((tabs: BrowserElement[]) =>
                tabs.map((tab) => tab.getAttribute('data-resource-name')),
              ),
        ),
    );
    return new Set(names.flat()).size;
  }

  #activityBarTab(name: string): Locator {
    return this.page.locator('.activitybar').getByRole('tab', { name: beginningWith(name) });
  }
}
