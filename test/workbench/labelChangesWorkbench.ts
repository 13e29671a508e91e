import type { SandboxOptions } from '../../src/sandbox/options.ts';
import type { Settings } from '../host/profile.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../host/temporaryFolder.ts';
import type { LabelsView } from './labelsView.ts';
import { SandboxWorkbench } from './sandboxWorkbench.ts';
import { waitUntil } from './waitUntil.ts';
import type { Workbench } from './workbench.ts';

/** How many rows of the view are in sight at least. */
const rowsInSight = 8;

/** Work on many labels, as a person does it. */
export class LabelChangesWorkbench {
  readonly fixture: SandboxWorkbench;
  readonly #folder: TemporaryFolder;

  private constructor(fixture: SandboxWorkbench, folder: TemporaryFolder) {
    this.fixture = fixture;
    this.#folder = folder;
  }

  /** Starts a sandbox and a workbench that opens an empty folder, and signs in. */
  static async start(options: {
    readonly sandbox: Partial<SandboxOptions>;
    readonly settings: Settings;
  }): Promise<LabelChangesWorkbench> {
    const folder = makeTemporaryFolder('labels');
    const fixture = await SandboxWorkbench.start({ ...options, folder: folder.path });
    await fixture.signInFirst();
    return new LabelChangesWorkbench(fixture, folder);
  }

  /** Ends both and removes the folder; `expected` as for `SandboxWorkbench.stop`. */
  async stop(expected?: RegExp): Promise<void> {
    await this.fixture.stop(expected);
    this.#folder.remove();
  }

  /** The folder that the window opens; dialogs for files begin there. */
  get folder(): string {
    return this.#folder.path;
  }

  get #workbench(): Workbench {
    return this.fixture.workbench;
  }

  get #view(): LabelsView {
    return this.fixture.view;
  }

  /** Goes with the keyboard to the last of `top`, the first rows of the view; none is selected then. */
  async goTo(top: readonly string[]): Promise<void> {
    const { page, quickInput } = this.#workbench;
    await quickInput.runCommand('Workforce: Focus on Labels View');
    await quickInput.closed();
    await this.#view.focusedList.waitFor();
    await page.keyboard.press('Escape');
    for (const [index, name] of top.entries()) {
      await page.keyboard.press(index === 0 ? 'Home' : 'ArrowDown');
      await this.#view.focusedRow(name).waitFor();
    }
  }

  /**
   * Selects so many rows from the last of `top` on, the first rows of the view, with the keyboard. Where VS
   * Code has dropped some of them from the selection meanwhile, as it does with rows that are rendered again,
   * it says so, and selects again as a person would.
   */
  async select(top: readonly string[], count: number): Promise<void> {
    const { page } = this.#workbench;
    const selected = this.#view.focusedList.locator('.monaco-list-row.selected');
    await waitUntil(async () => {
      await this.goTo(top);
      // Unlike another key that selects one row alone, this does not open it.
      await page.keyboard.press('Control+Shift+Enter');
      for (let pressed = 1; pressed < count; pressed++) {
        await page.keyboard.press('Shift+ArrowDown');
      }
      const inSight = await selected.count();
      // No more than some are rendered.
      const isWhole = inSight >= Math.min(count, rowsInSight);
      if (!isWhole) {
        console.log(`    only ${inSight} rows were selected`);
      }
      return isWhole;
    });
  }

  /** Chooses a status for the labels that are selected, up to where VS Code asks `question`. */
  async chooseStatus(name: string, question: string): Promise<void> {
    const { dialog, quickInput } = this.#workbench;
    await quickInput.runCommand('Workforce: Set Status…');
    await quickInput.fill(name);
    await quickInput.pick(name);
    await dialog.getByText(question, { exact: true }).waitFor();
  }

  /** Finds labels on the service, up to where one of them shows `result`. */
  async find(text: string, result: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.runCommand('Workforce: Find Label…');
    await quickInput.fill(text);
    await quickInput.widget.getByText(result).waitFor();
  }

  /**
   * Begins an export of all labels to a file while several are selected, up to where VS Code writes it or
   * asks whether to replace it.
   */
  async exportTo(file: string, format: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.runCommand('Workforce: Export Labels…');
    await quickInput.pick('All labels');
    await quickInput.pick(format);
    await quickInput.enterPath(file, 'OK');
  }

  /** Begins an import of a file, which is compared then. */
  async importFrom(file: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.runCommand('Workforce: Import Labels…');
    await quickInput.enterPath(file, 'Import');
  }
}
