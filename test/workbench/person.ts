import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errors, type Locator, type Page } from 'playwright-core';
import * as z from 'zod';
import { beginningWith } from './accessibleName.ts';
import { AuthorizePage } from './authorizePage.ts';
import { ChoicesInPicks } from './choicesInPicks.ts';
import type { PersonRequest } from './personProtocol.ts';
import { QuickInput } from './quickInput.ts';
import { describeWindow } from './windowDescription.ts';

const screenshots = fileURLToPath(new URL('../../dist/integrationScreenshots', import.meta.url));

/** A person at the window of VS Code, for tests that run inside of it. */
export class Person {
  readonly #page: Page;
  readonly #quickInput: QuickInput;
  readonly #visitedQueries = new Set<string>();
  #choices: ChoicesInPicks | undefined;

  /** Sits down at `page`, before VS Code is opened in it. */
  constructor(page: Page) {
    this.#page = page;
    this.#quickInput = new QuickInput(page);
    page.context().on('page', (website) => {
      website.on('request', (request) => {
        const query = new URL(request.url()).search;
        if (query !== '') {
          this.#visitedQueries.add(query.slice(1));
        }
      });
    });
  }

  /** Does what is asked, and returns the texts that were asked for. Throws Playwright's errors. */
  async do(request: PersonRequest): Promise<string[]> {
    switch (request.kind) {
      case 'typeText':
        await this.#typeText(request.heading, request.text);
        return [];
      case 'pickItem':
        await this.#quickInput.pick(request.label);
        return [];
      case 'readItems':
        return await namesOf(this.#quickInput.rows);
      case 'readFocusedItem':
        return await namesOf(this.#quickInput.rows.and(this.#page.locator('.focused')));
      case 'clickItem':
        await this.#itemBeginningWith(request.name).click();
        return [];
      case 'clickItemInSight':
        await clickInSight(this.#itemBeginningWith(request.name));
        return [];
      case 'watchChoices':
        this.#choices ??= await ChoicesInPicks.watch(this.#page);
        return [];
      case 'readChoices':
        return (await this.#choices?.take()) ?? [];
      case 'pressKey':
        for (const key of request.key.split(' ')) {
          await this.#page.keyboard.press(key);
        }
        return [];
      case 'decide':
        await this.#decide(request);
        return [];
      case 'readNotifications':
        return await this.#notifications.locator('.notification-list-item-message').allInnerTexts();
      case 'clickNotification':
        await this.#clickNotification(request.text, request.button);
        return [];
      case 'readRows':
        return await namesOf(this.#rows);
      case 'clickRow':
        await this.#rows.and(this.#rowBeginningWith(request.name)).click();
        return [];
      case 'clickRowInSight':
        await clickInSight(this.#rows.and(this.#rowBeginningWith(request.name)).first());
        return [];
      case 'readSelectedRows':
        return await namesOf(this.#rows.and(this.#page.locator('[aria-selected="true"]')));
      case 'foldView':
        await this.#foldView(request.name);
        return [];
      case 'readFocus':
        return await namesOf(this.#page.locator(':focus'));
      case 'readVisitedQueries':
        return [...this.#visitedQueries];
      case 'describeWindow':
        return await describeWindow(this.#page);
      case 'takeScreenshot':
        await this.takeScreenshot(request.name);
        return [];
    }
  }

  /** Saves what all open tabs show: the window of VS Code first. */
  async takeScreenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    for (const [index, page] of this.#page.context().pages().entries()) {
      const file = index === 0 ? `${name}.png` : `${name}-${index}.png`;
      await page.screenshot({ path: path.join(screenshots, file) });
    }
  }

  get #rows(): Locator {
    return this.#page.locator('.part.sidebar').getByRole('treeitem');
  }

  get #notifications(): Locator {
    // Under test, VS Code shows notifications nowhere else.
    return this.#page.locator('.notifications-center .notification-list-item');
  }

  #itemBeginningWith(name: string): Locator {
    return this.#quickInput.rows.and(this.#page.getByLabel(beginningWith(name)));
  }

  async #foldView(name: string): Promise<void> {
    const header = this.#page.locator('.part.sidebar .pane-header', { hasText: name });
    if ((await header.getAttribute('aria-expanded')) === 'true') {
      await header.click();
    }
    await header.and(this.#page.locator('[aria-expanded="false"]')).waitFor();
  }

  #rowBeginningWith(name: string): Locator {
    return this.#page.getByRole('treeitem', { name: beginningWith(name) });
  }

  async #typeText(heading: string, text: string): Promise<void> {
    const { widget } = this.#quickInput;
    await widget.filter({ hasText: heading }).waitFor();
    await this.#quickInput.fill(text);
    await this.#quickInput.accept();
  }

  async #clickNotification(text: string, button: string): Promise<void> {
    const notification = this.#notifications.filter({ hasText: text });
    const choices = notification.getByRole('button', { name: button, exact: true });
    const either = choices.or(notification.getByRole('link', { name: button, exact: true }));
    // The list has to be opened again where the notification came after it was.
    assert.ok(await either.isVisible(), `There is no “${button}” in a notification of that text.`);
    await either.click();
  }

  async #decide({
    decision,
    user,
    tenant,
  }: Extract<PersonRequest, { kind: 'decide' }>): Promise<void> {
    const website = await this.#website();
    const authorizePage = new AuthorizePage(website);
    const choice = {
      ...(user === undefined ? {} : { user }),
      ...(tenant === undefined ? {} : { tenant }),
    };
    await (decision === 'deny' ? authorizePage.deny() : authorizePage.approve(choice));
    await website.close();
  }

  /** The page that has popped up, or that will. */
  async #website(): Promise<Page> {
    const context = this.#page.context();
    const open = context.pages().find((page) => page !== this.#page);
    return open ?? (await context.waitForEvent('page'));
  }
}

/** What is needed of an element of the page, whose types Node.js does not have. */
interface NamedElement {
  getAttribute(name: string): string | null;
}

/** Clicks a row, unless there is none or it goes meanwhile. */
async function clickInSight(row: Locator): Promise<void> {
  if (await row.isVisible()) {
    try {
      await row.click({ timeout: 1000 });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) {
        throw error;
      }
    }
  }
}

async function namesOf(rows: Locator): Promise<string[]> {
  const names: unknown = await rows.evaluateAll((elements: readonly NamedElement[]) =>
    elements.map((element) => element.getAttribute('aria-label') ?? ''),
  );
  return z.array(z.string()).parse(names);
}
