import type { LabelChanges, LabelRecord } from '../../src/sandbox/labelRecord.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { checkOfAllFiles } from '../host/checkOfAllFiles.ts';
import type { SandboxWorkbench } from './sandboxWorkbench.ts';
import { screenshotOnFailure } from './screenshotOnFailure.ts';
import type { Workbench } from './workbench.ts';

/** Parts of a window that several test files use. */
interface WindowParts<T> {
  /** Starts it; somebody is signed in then. */
  readonly start: () => Promise<T>;
  readonly workbenchOf: (window: T) => SandboxWorkbench;
  /** Signs in again where a file leaves nobody signed in. */
  readonly signIn?: (window: T) => Promise<void>;
  readonly stop: (window: T, expected: RegExp) => Promise<void>;
}

/**
 * A window that several test files use one after the other: to open one and to sign in takes as long as many
 * a test. It starts with the first file that runs, and ends with the last.
 */
export class SharedWindow<T> {
  readonly #parts: WindowParts<T>;
  readonly #expected: RegExp[] = [];
  #window: T | undefined;
  #labels: readonly LabelRecord[] = [];
  #options: Partial<SandboxOptions> = {};
  #users = 0;

  constructor(parts: WindowParts<T>) {
    this.#parts = parts;
  }

  /**
   * To be called in a `describe`, whose tests find the window as it was at first: no editor, no notification,
   * no selection, the options of the sandbox and the labels of the first tenant as they were. A test that fails
   * leaves a screenshot, and the options as at first. Returns what reads the window in `before` and in tests. The
   * console may tell of faults that are `expected`, as for `SandboxWorkbench.stop`.
   */
  use(expected?: RegExp): () => T {
    this.#users += 1;
    if (expected !== undefined) {
      this.#expected.push(expected);
    }
    before(async () => {
      if (this.#window === undefined) {
        this.#window = await this.#parts.start();
        this.#labels = this.#records();
        this.#options = this.#sandbox().control.options();
      } else {
        await this.#tidyUp();
      }
    });
    const workbench = (): Workbench => this.#parts.workbenchOf(this.#present()).workbench;
    const resetOptions = (): void => this.#sandbox().control.setOption(this.#options);
    afterEach(async function () {
      await screenshotOnFailure(this, workbench());
      if (this.currentTest?.state === 'failed') {
        resetOptions();
      }
    });
    after(async () => {
      this.#users -= 1;
      if (this.#users === 0) {
        const window = this.#present();
        this.#window = undefined;
        await checkOfAllFiles(async () => await this.#parts.stop(window, anyOf(this.#expected)));
      }
    });
    return () => this.#present();
  }

  #present(): T {
    if (this.#window === undefined) {
      throw new Error('The window is not open.');
    }
    return this.#window;
  }

  #sandbox(): Sandbox {
    return this.#parts.workbenchOf(this.#present()).sandbox;
  }

  #records(): readonly LabelRecord[] {
    return this.#sandbox().control.labels('acme-europe');
  }

  async #tidyUp(): Promise<void> {
    const window = this.#present();
    const { sandbox, view, workbench } = this.#parts.workbenchOf(window);
    sandbox.control.setOption(this.#options);
    const dirty = workbench.page.locator('.tabs-container .tab.dirty').first();
    while (await dirty.isVisible()) {
      // What is being saved or reverted still may have become clean: then there is no such tab to be clicked.
      await dirty.click({ timeout: 5000 }).catch(() => undefined);
      await workbench.quickInput.runCommand('View: Revert and Close Editor');
      await workbench.quickInput.closed();
    }
    await workbench.quickInput.runCommand('View: Close All Editors');
    for (const [index, record] of this.#records().entries()) {
      const original = this.#labels[index];
      if (original !== undefined && record.updateTime !== original.updateTime) {
        sandbox.control.updateLabel('acme-europe', record.id, valuesOf(original));
      }
    }
    await view.open();
    await this.#parts.signIn?.(window);
    await workbench.quickInput.runCommand('Workforce: Refresh Labels');
    await workbench.quickInput.runCommand('Workforce: Focus on Labels View');
    await workbench.quickInput.closed();
    await view.waitForFocus();
    // Nothing is selected then, and the first row, which has to be in sight to be rendered, has the focus.
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Home');
    await view
      .row(this.#labels[0]?.labelName ?? '')
      .first()
      .waitFor();
    // Last of all: what the file before ended with, such as a sign-out, may be told of only now.
    await workbench.dismissNotifications();
  }
}

/** Values that an update can set; it cannot clear a missing name. */
function valuesOf({ labelCode, labelName, labelStatus }: LabelRecord): LabelChanges {
  return { labelCode, labelStatus, ...(labelName ? { labelName } : {}) };
}

/** An expression that one of `expressions` has to match, or none. */
function anyOf(expressions: readonly RegExp[]): RegExp {
  const sources = expressions.map(({ source }) => source);
  return new RegExp(sources.length === 0 ? '(?!)' : sources.join('|'), 'i');
}
