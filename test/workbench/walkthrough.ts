import type { Locator } from 'playwright-core';
import { exactly } from './accessibleName.ts';
import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/** The walkthrough that leads from the first sign-in to the undo of many changes. */
export class Walkthrough {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Its heading, once it is open. */
  get heading(): Locator {
    return this.#title('h2.category-title', 'Get Started with Workforce Labels');
  }

  /**
   * Waits until it has the focus. VS Code gives it to the open step when that has slid open, and away from
   * a palette that was opened meanwhile, which closes.
   */
  async waitUntilFocused(): Promise<void> {
    await this.#page.locator('.getting-started-step.expanded:focus').waitFor();
  }

  /** Shows it again, from among the other editors. */
  async show(): Promise<void> {
    // VS Code 1.110 keeps the name of its own, which it opens first.
    const workbench = this.#workbench;
    await workbench.editorTab('Welcome').or(workbench.editorTab('Walkthrough')).click();
    await this.heading.waitFor();
  }

  /** Opens a step by its title. */
  async openStep(title: string): Promise<void> {
    await this.#title('.getting-started-step .step-title', title).click();
    await this.#title('.getting-started-step.expanded .step-title', title).waitFor();
  }

  /** A button in the text of the open step. */
  button(name: string): Locator {
    return this.#title('.getting-started-step.expanded .monaco-button', name);
  }

  /** The steps that are done, by the last part of their ids. */
  async doneSteps(): Promise<string[]> {
    const marks = this.#page.locator(
      '[role="checkbox"][aria-checked="true"][data-done-step-id*="workforce.gettingStarted"]',
    );
    const ids = await marks.evaluateAll((elements: readonly StepMark[]) =>
      elements.map((element) => element.getAttribute('data-done-step-id') ?? ''),
    );
    return ids.map((id) => id.split('.').at(-1) ?? '');
  }

  /** Waits until a step is done, by the last part of its id. It has to be shown. */
  async waitUntilDone(step: string): Promise<void> {
    await waitUntil(async () => (await this.doneSteps()).includes(step));
  }

  // By their classes: VS Code puts all of a step into a button, whose parts have no roles.
  #title(selector: string, text: string): Locator {
    return this.#page.locator(selector).filter({ hasText: exactly(text), visible: true });
  }

  get #page(): Locator {
    return this.#workbench.page.locator('.gettingStartedContainer');
  }
}

/** Members of a mark in the browser that evaluated code uses. */
interface StepMark {
  getAttribute: (name: string) => string | null;
}
