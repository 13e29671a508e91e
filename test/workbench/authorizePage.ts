import type { Page } from 'playwright-core';

/** The sandbox's page on which a person lets the extension in, in a tab of its own. */
export class AuthorizePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Picks a user and a tenant by their names, where they are not the first ones, and approves. */
  async approve(choice: { user?: string; tenant?: string } = {}): Promise<void> {
    if (choice.user !== undefined) {
      await this.page.getByLabel('User').selectOption(choice.user);
    }
    if (choice.tenant !== undefined) {
      await this.page.getByLabel('Tenant').selectOption(choice.tenant);
    }
    await this.#answer('Approve');
  }

  /**
   * Approves as the first user in the first tenant, and returns the address that the browser is sent
   * to, without going there.
   */
  async approveWithoutReturning(): Promise<string> {
    const [user, tenant] = await Promise.all([
      this.page.getByLabel('User').inputValue(),
      this.page.getByLabel('Tenant').inputValue(),
    ]);
    const answer = await this.page.request.post(this.page.url(), {
      form: { user, tenant, decision: 'approve' },
      maxRedirects: 0,
    });
    const address = answer.headers()['location'];
    if (address === undefined) {
      throw new Error(`The authorize page answered with HTTP status ${answer.status()}.`);
    }
    return new URL(address, this.page.url()).href;
  }

  /** Refuses. */
  async deny(): Promise<void> {
    await this.#answer('Deny');
  }

  /** The visible text of the page, once it can be answered. */
  async text(): Promise<string> {
    await this.page.getByRole('button', { name: 'Approve' }).waitFor();
    return await this.page.locator('body').innerText();
  }

  /** Clicks a button, and waits for the page that takes over the answer: until then it could be lost. */
  async #answer(button: 'Approve' | 'Deny'): Promise<void> {
    await Promise.all([
      this.page.waitForURL((url) => !url.pathname.endsWith('/authorize')),
      this.page.getByRole('button', { name: button }).click(),
    ]);
  }
}
