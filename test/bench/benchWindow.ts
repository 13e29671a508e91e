import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../host/profile.ts';
import { signIn } from '../unit/sandbox/sandboxClient.ts';
import { LabelForm } from '../workbench/labelForm.ts';
import { LabelsView } from '../workbench/labelsView.ts';
import { connectionTo } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { Workbench } from '../workbench/workbench.ts';
import { packageComparisons } from './comparisonPackage.ts';
import { startSandboxProcess, type ServiceProcess } from './sandboxProcess.ts';

/** The setting that tells the extension to compare with of the service. */
const serviceSetting = 'comparison.service';

const comparison = 'workforce-bench.comparison';

/** How long something may take that is timed, in milliseconds: what never comes must not keep the other subjects waiting. */
export const longest = 300_000;

/** A window with the packaged extension, signed in to a sandbox of its own, and with the one to compare with. */
export class BenchWindow {
  readonly sandbox: ServiceProcess;
  readonly workbench: Workbench;
  readonly view: LabelsView;
  readonly form: LabelForm;

  private constructor(sandbox: ServiceProcess, workbench: Workbench) {
    this.sandbox = sandbox;
    this.workbench = workbench;
    this.view = new LabelsView(workbench);
    this.form = new LabelForm(workbench);
  }

  /** Starts all, with a sandbox of these options, such as `--labels=40`; the labels are in the view. */
  static async start(
    sandboxOptions: readonly string[],
    { folder, settings = {} }: { readonly folder?: string; readonly settings?: Settings } = {},
  ): Promise<BenchWindow> {
    const sandbox = await startSandboxProcess(sandboxOptions);
    try {
      const { baseUrl } = sandbox.address;
      const { access_token: accessToken } = await signIn(sandbox.address);
      const workbench = await Workbench.start({
        settings: {
          ...connectionTo(sandbox.address),
          // Closed just now, they might be open again: VS Code stores late what is open.
          'workbench.editor.restoreEditors': false,
          [serviceSetting]: { baseUrl, accessToken },
          ...settings,
        },
        ...(folder === undefined ? {} : { folder }),
        furtherExtensions: await packageComparisons(),
        builtInExtensions: 'all',
      });
      const window = new BenchWindow(sandbox, workbench);
      await window.view.signInFirst(sandbox.address.clientSecret);
      return window;
    } catch (error) {
      await sandbox.stop();
      throw error;
    }
  }

  /** Loads the window anew with a view container open, and waits until it has nothing left to do. */
  async reload(container = 'Search'): Promise<void> {
    await this.workbench.openViewContainer(container);
    // Time for VS Code to store that.
    await this.untilIdle();
    await this.workbench.open();
    await this.workbench.page.waitForFunction(
      "performance.getEntriesByName('code/LifecyclePhase/Eventually').length > 0",
    );
    await this.untilIdle();
  }

  /** Waits until the window has had nothing to do for a while. */
  async untilIdle(): Promise<void> {
    await this.workbench.page.evaluate(`new Promise((resolve) => {
      let timer = setTimeout(resolve, 1500);
      new PerformanceObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(resolve, 1500);
      }).observe({ entryTypes: ['longtask'] });
    })`);
    // What the extension host still does shows nowhere.
    await delay(1500);
  }

  /** Has the extension to compare with run one of its commands, and reads what it reports as NAME.json. */
  async ask(title: string, name: string): Promise<unknown> {
    const folder = this.workbench.storageFolder(comparison);
    const file = path.join(folder, `${name}.json`);
    const failure = path.join(folder, 'error.json');
    rmSync(file, { force: true });
    await this.workbench.quickInput.runCommand(`Comparison: ${title}`);
    await waitUntil(() => existsSync(file) || existsSync(failure));
    if (existsSync(failure)) {
      throw new Error(readFileSync(failure, 'utf8'));
    }
    return JSON.parse(readFileSync(file, 'utf8'));
  }

  /**
   * Times in the page, in milliseconds, from the next event of this type until what makes `condition` true,
   * an expression of the page, is drawn.
   */
  async time(
    event: 'click' | 'keydown',
    condition: string,
    act: () => Promise<void>,
  ): Promise<number> {
    const { page } = this.workbench;
    await page.evaluate(`globalThis.stopwatch = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('It has not come in time.')), ${longest});
      window.addEventListener(${JSON.stringify(event)}, () => {
        const begun = performance.now();
        const look = () => {
          if (${condition}) {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
          }
        };
        const observer = new MutationObserver(look);
        observer.observe(document, {
          attributes: true, characterData: true, childList: true, subtree: true,
        });
      }, { capture: true, once: true });
    }); undefined`);
    await act();
    return await page.evaluate<number>('globalThis.stopwatch');
  }

  /** Ends all. */
  async stop(): Promise<void> {
    await this.workbench.stop();
    await this.sandbox.stop();
  }
}

/** The condition that an element is there that `selector` names. */
export function elementIsThere(selector: string): string {
  return `document.querySelector(${JSON.stringify(selector)}) !== null`;
}
