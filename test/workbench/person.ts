import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errors, type Locator, type Page } from 'playwright-core';
import * as z from 'zod';
import { timeLimits } from '../support/timeLimits.ts';
import { until } from '../support/until.ts';
import { beginningWith, besideNotification, listingNotification } from './accessibleName.ts';
import { AuthorizePage } from './authorizePage.ts';
import { ChoicesInPicks } from './choicesInPicks.ts';
import type { PersonRequest } from './personProtocol.ts';
import { pressReviewButton } from './pressReviewButton.ts';
import { QuickInput } from './quickInput.ts';
import { shownWebview } from './shownWebview.ts';
import { describeWindow } from './windowDescription.ts';
import { leaveAndReturn } from './windowFocus.ts';

/** Time in which a button that is in sight can be clicked, in milliseconds, or else is there no more. */
const timeToAim = 2000;

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
        await this.#quickInput.answer(request.heading, request.text);
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
      case 'giveUpSignIns':
        return await this.#giveUpSignIns();
      case 'readNotifications':
        return await this.#notifications.locator('.notification-list-item-message').allInnerTexts();
      case 'readNotificationNames':
        return await namesOf(this.#notificationRows);
      case 'readNotificationButtons':
        return await this.#notifications
          .filter({ hasText: request.text })
          .locator('.notification-list-item-buttons-container')
          .getByRole('button')
          .allInnerTexts();
      case 'clickNotification':
        await this.#clickNotification(request.text, request.button);
        return [];
      case 'pressDialogButton':
        await this.#dialogs
          .filter({ hasText: request.text })
          .getByRole('button', { name: request.button, exact: true })
          .click();
        return [];
      case 'readDialogs':
        return await this.#dialogs.allInnerTexts();
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
      case 'leaveAndReturn':
        await leaveAndReturn(this.#page);
        return [];
      case 'foldView':
        await this.#foldView(request.name);
        return [];
      case 'clickField':
        await shownWebview(this.#page)
          .getByRole('textbox', { name: request.name, exact: true })
          .click();
        return [];
      case 'readReview':
        return await shownWebview(this.#page).locator('main').allInnerTexts();
      case 'pressReviewButton':
        await pressReviewButton(
          shownWebview(this.#page).getByRole('button', { name: request.name, exact: true }),
        );
        return [];
      case 'tickReviewRow':
        await shownWebview(this.#page)
          .getByRole('row', { name: request.name })
          .getByRole('checkbox')
          .click();
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

  get #notificationRows(): Locator {
    return this.#page.locator('.notifications-center').getByRole('dialog');
  }

  get #dialogs(): Locator {
    return this.#page.locator('.monaco-dialog-box');
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

  async #clickNotification(text: string, button: string): Promise<void> {
    const notification = this.#notifications.filter({ hasText: text });
    const choices = notification.getByRole('button', { name: button, exact: true });
    const statusBar = this.#page.locator('.part.statusbar');
    const beside = statusBar.getByRole('button', { name: besideNotification(button, text) });
    const either = choices.or(beside);
    const list = statusBar.getByRole('button', { name: listingNotification(text) });
    // Another notification may come meanwhile, and move the button to the list, or out of it: then all begins anew.
    if (await list.isVisible()) {
      await list.click({ timeout: timeToAim });
      await this.#quickInput.rowAbout(text, button).click({ timeout: timeToAim });
      return;
    }
    // The list has to be opened again where the notification came after it was.
    assert.ok(await either.isVisible(), `There is no “${button}” in a notification of that text.`);
    await either.click({ timeout: timeToAim });
  }

  async #decide({
    decision,
    user,
    tenant,
  }: Extract<PersonRequest, { kind: 'decide' }>): Promise<void> {
    const website = await this.#undecided();
    const authorizePage = new AuthorizePage(website);
    const choice = {
      ...(user === undefined ? {} : { user }),
      ...(tenant === undefined ? {} : { tenant }),
    };
    try {
      await (decision === 'deny' ? authorizePage.deny() : authorizePage.approve(choice));
    } finally {
      // If it was left undecided, it would be taken for the next one that pops up.
      await website.close();
    }
  }

  async #giveUpSignIns(): Promise<string[]> {
    const waiting = this.#notifications.filter({ hasText: 'Signing in to' });
    const texts = await waiting.allInnerTexts();
    for (const cancel of await waiting.getByRole('button', { name: 'Cancel', exact: true }).all()) {
      await clickInSight(cancel);
    }
    for (const website of this.#websites) {
      await website.close();
    }
    return texts;
  }

  /** The page that asks for a decision, once it has popped up. */
  async #undecided(): Promise<Page> {
    const undecided = (): Page | undefined =>
      this.#websites.find((page) => /\/authorize(?:\?|$)/.test(page.url()));
    // Not by an event: one before this would be missed, and sign-ins that the service refuses have pages, too.
    await until(() => undecided() !== undefined, { within: timeLimits.integrationState });
    const page = undecided();
    assert.ok(page);
    return page;
  }

  get #websites(): Page[] {
    const pages = this.#page.context().pages();
    return pages.filter((page) => page !== this.#page);
  }
}

/** Members of a page's element, whose types Node.js does not have. */
interface NamedElement {
  getAttribute(name: string): string | null;
}

/** Clicks a row or a button, unless there is none or it goes meanwhile. */
async function clickInSight(target: Locator): Promise<void> {
  if (await target.isVisible()) {
    try {
      await target.click({ timeout: 1000 });
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
