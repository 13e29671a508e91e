import type { Locator } from 'playwright-core';
import { pressReviewButton } from './pressReviewButton.ts';
import type { Workbench } from './workbench.ts';

/** The review of changes in the active editor. */
export class LabelReview {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Something that the review says. */
  text(text: string | RegExp): Locator {
    return this.#workbench.webview.getByText(text);
  }

  /** A row whose text contains `text`. */
  row(text: string): Locator {
    return this.#workbench.webview.getByRole('row').filter({ hasText: text });
  }

  /** The tick of a row whose text contains `text`. */
  tick(text: string): Locator {
    return this.row(text).getByRole('checkbox');
  }

  /** Button that shows one kind of rows alone; its name has their number. */
  facet(name: string): Locator {
    return this.#workbench.webview.getByRole('button', { name, exact: true });
  }

  /** Presses the button that sends what is ticked, once it has the `name`, if given. */
  async apply(name?: string): Promise<void> {
    const button =
      name === undefined ? this.applyButton : this.applyButton.getByText(name, { exact: true });
    await pressReviewButton(button);
  }

  /** Button that sends what is ticked. */
  get applyButton(): Locator {
    return this.#workbench.webview.getByRole('button', { name: /^Apply .+ Changes?$/ });
  }

  /** Button that closes the review. */
  get cancelButton(): Locator {
    return this.#workbench.webview.getByRole('button', { name: 'Cancel', exact: true });
  }
}
