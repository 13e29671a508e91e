import type { Page } from 'playwright-core';

/** Collects what the browser reports while VS Code and its webviews run. */
export class ConsoleCollector {
  /** Messages of level error, and exceptions that nobody caught, in all frames. */
  readonly errors: string[] = [];
  /** What a Content-Security-Policy refused, in all frames. */
  readonly contentSecurityPolicyViolations: string[] = [];

  constructor(page: Page) {
    page.on('console', (message) => {
      const { url } = message.location();
      const text = url === '' ? message.text() : `${message.text()} (${withoutQuery(url)})`;
      if (/content security policy/i.test(text)) {
        this.contentSecurityPolicyViolations.push(text);
      } else if (message.type() === 'error') {
        this.errors.push(text);
      }
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
  }
}

/** A query may hold what must not be printed. */
function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
