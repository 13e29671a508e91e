import type { SandboxOptions } from '../../src/sandbox/options.ts';
import type { Settings } from '../host/profile.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../host/temporaryFolder.ts';
import type { LabelsView } from './labelsView.ts';
import { SandboxWorkbench } from './sandboxWorkbench.ts';
import type { Workbench } from './workbench.ts';

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
    await this.#view.waitForFocus();
    await page.keyboard.press('Escape');
    for (const [index, name] of top.entries()) {
      await page.keyboard.press(index === 0 ? 'Home' : 'ArrowDown');
      await this.#view.focusedRow(name).waitFor();
    }
  }

  /** Selects so many rows from the last of `top` on, the first rows of the view. */
  async select(top: readonly string[], count: number): Promise<void> {
    const { page } = this.#workbench;
    await this.goTo(top);
    // Unlike another key that selects one row alone, this does not open it.
    await page.keyboard.press('Control+Shift+Enter');
    for (let more = 1; more < count; more += 1) {
      await page.keyboard.press('Shift+ArrowDown');
    }
    await this.#view
      .rowAt(top.length + count - 2)
      .and(page.locator('[aria-selected="true"]'))
      .waitFor();
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
