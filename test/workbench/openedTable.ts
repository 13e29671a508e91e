import assert from 'node:assert/strict';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import type { LabelChangesWorkbench } from './labelChangesWorkbench.ts';
import { LabelTable } from './labelTable.ts';
import type { SandboxWorkbench } from './sandboxWorkbench.ts';

/** A table of all labels that a person has opened, and the service behind it. */
export class OpenedTable {
  readonly fixture: SandboxWorkbench;
  readonly table: LabelTable;
  readonly #tenant: string;

  private constructor(fixture: SandboxWorkbench, tenant: string) {
    this.fixture = fixture;
    this.table = new LabelTable(fixture.workbench);
    this.#tenant = tenant;
  }

  /** Opens the labels of the tenant that is signed in, and waits for the first row. */
  static async open(labelChanges: LabelChangesWorkbench, tenant: string): Promise<OpenedTable> {
    const { fixture } = labelChanges;
    const opened = new OpenedTable(fixture, tenant);
    await labelChanges.goTo([opened.label(0).labelName ?? '']);
    await opened.openAgain();
    return opened;
  }

  /** Opens all labels as another table, and waits for the first row. */
  async openAgain(): Promise<void> {
    await this.fixture.workbench.quickInput.runCommand('Workforce: Open as Table');
    await this.table.cell(0, 'name').waitFor();
  }

  /** A label as the service has it, by its place. */
  label(index: number): LabelRecord {
    const found = this.fixture.sandbox.control.labels(this.#tenant)[index];
    assert.ok(found);
    return found;
  }

  /** Number of updates that the service was sent. */
  updates(): number {
    return this.fixture.sandbox.control.requests()['POST /api/v2/label/update'] ?? 0;
  }

  /** Saves with the keyboard, up to where the review is shown. */
  async save(button: string): Promise<void> {
    await this.fixture.workbench.page.keyboard.press('Control+s');
    await this.fixture.review.applyButton.getByText(button, { exact: true }).waitFor();
  }
}
