import type { Page } from 'playwright-core';

/** Collects what the browser reports while VS Code and its webviews run. */
export class ConsoleCollector {
  /** Messages of level error, and exceptions that nobody caught, in all frames. */
  readonly errors: string[] = [];
  /** Violations of a Content-Security-Policy, in all frames. */
  readonly contentSecurityPolicyViolations: string[] = [];
  #isLeaving = false;

  constructor(page: Page) {
    page.on('console', (message) => {
      const { url } = message.location();
      const text = url === '' ? message.text() : `${message.text()} (${withoutQuery(url)})`;
      if (/content security policy/i.test(text)) {
        this.contentSecurityPolicyViolations.push(text);
      } else if (message.type() === 'error') {
        this.#report(text);
      }
    });
    page.on('pageerror', (error) => this.#report(error.message));
  }

  /**
   * Runs `load`, which leaves the page for another one. What VS Code cancels then is not collected: where it
   * was reading a file, as it may after a save, it reports that as an error.
   */
  async whileLeaving(load: () => Promise<unknown>): Promise<void> {
    this.#isLeaving = true;
    try {
      await load();
    } finally {
      this.#isLeaving = false;
    }
  }

  #report(error: string): void {
    if (!this.#isLeaving || !error.includes('(Canceled: Canceled)')) {
      this.errors.push(error);
    }
  }
}

/** A query may hold what must not be printed. */
function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
