import assert from 'node:assert/strict';
import { killExtensionHosts, runsExtensionHost } from '../host/extensionHostProcess.ts';
import { reloadWithUnsavedText, untilEditorsAreStored } from '../workbench/hotExit.ts';
import { LabelReview } from '../workbench/labelReview.ts';
import { LabelTable } from '../workbench/labelTable.ts';
import { OpenedTable } from '../workbench/openedTable.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { labelChangesWindow } from './windows.ts';

const tenant = 'acme-europe';
const file = 'All labels';

describe('Unsaved changes of a table', () => {
  // VS Code logs the saves that are cancelled, as it tells of them.
  const window = labelChangesWindow.use(
    /failed to save|save error|nothing was sent|terminated unexpectedly/i,
  );
  let opened: OpenedTable;
  let fixture: SandboxWorkbench;
  let table: LabelTable;

  before(async () => {
    opened = await OpenedTable.open(window(), tenant);
    ({ fixture, table } = opened);
  });

  it('are just the 4 of 100 labels that failed, over a reload too, and are sent the next time', async () => {
    const { control } = fixture.sandbox;
    const first = 10;
    const names = Array.from({ length: 100 }, (_, index) => `Part ${index + 1}`);
    const failing = names.flatMap((_, index) =>
      index % 25 === 0 ? [opened.label(first + index).id] : [],
    );
    control.setOption({ failUpdateIds: failing });
    await table.goTo(first, 'name');
    await table.paste(names.join('\r\n'));
    await table.text('100 labels have unsaved changes.').waitFor();
    await opened.save('Apply 100 Changes');
    await fixture.review.apply();
    await table.text('4 labels have unsaved changes.').waitFor();
    await table.dirtyTab(file).waitFor();
    await fixture.workbench.dismissNotifications();
    await reloadWithUnsavedText(fixture.workbench);
    await table.text('4 labels have unsaved changes.').waitFor();
    await table.dirtyTab(file).waitFor();
    control.setOption({ failUpdateIds: [] });
    const before = control.labelHistory(tenant).length;
    const requests = opened.updates();
    await table.goTo(first, 'name');
    await opened.save('Apply 4 Changes');
    await fixture.review.apply();
    await table.cleanTab(file).waitFor();
    assert.equal(opened.updates(), requests + failing.length);
    assert.deepEqual(
      control
        .labelHistory(tenant)
        .slice(before)
        .map(({ labelId }) => labelId)
        .toSorted(),
      failing.toSorted(),
    );
    assert.deepEqual(
      names.map((_, index) => opened.label(first + index).labelName),
      names,
    );
  });

  /** Waits until VS Code asks whether to save the table. */
  async function untilAsked(): Promise<void> {
    await fixture.workbench.dialog.getByText(`save the changes you made to ${file}`).waitFor();
  }

  /** Closes the editor by its tab and saves as VS Code asks, up to where the review is shown. */
  async function closeAndSave(): Promise<void> {
    await table.closeButton.click();
    await untilAsked();
    await fixture.workbench.dialogButton('Save').click();
    await fixture.review.applyButton.getByText('Apply One Change', { exact: true }).waitFor();
  }

  it('stay when the editor is closed and its user cancels', async () => {
    const { workbench } = fixture;
    const before = opened.updates();
    await table.goTo(4, 'name');
    await table.typeDownwards(['Not closed']);
    await table.dirtyTab(file).waitFor();
    await workbench.quickInput.runCommand('View: Close Editor');
    await untilAsked();
    await workbench.screenshot('120-table-close');
    await workbench.dialogButton('Cancel').click();
    await workbench.dialog.waitFor({ state: 'hidden' });
    await table.cellWith(4, 'name', 'Not closed').waitFor();
    await table.dirtyTab(file).waitFor();
    assert.equal(opened.updates(), before);
  });

  it('stay when the editor is closed, its user saves and cancels the review', async () => {
    const { workbench } = fixture;
    const before = opened.updates();
    await closeAndSave();
    await workbench.screenshot('121-table-close-review');
    await fixture.review.cancelButton.click();
    await table.cellWith(4, 'name', 'Not closed').waitFor();
    await table.dirtyTab(file).waitFor();
    assert.equal(opened.updates(), before);
    await workbench.screenshot('122-table-close-cancelled');
    await workbench.dismissNotifications();
  });

  it('are sent when the editor is closed, its user saves and applies the review, and then it closes', async () => {
    const { workbench } = fixture;
    const before = opened.updates();
    await closeAndSave();
    await fixture.review.apply();
    await workbench.editorTab(file).waitFor({ state: 'detached' });
    assert.equal(opened.updates(), before + 1);
    assert.equal(opened.label(4).labelName, 'Not closed');
  });

  it('are not sent when the editor is closed and its user does not save', async () => {
    const { workbench } = fixture;
    const before = opened.updates();
    const { labelName } = opened.label(5);
    await opened.openAgain();
    await table.goTo(5, 'name');
    await table.typeDownwards(['Thrown away']);
    await table.dirtyTab(file).waitFor();
    await workbench.quickInput.runCommand('View: Close All Editors');
    await untilAsked();
    await workbench.dialogButton("Don't Save").click();
    await workbench.editorTab(file).waitFor({ state: 'detached' });
    assert.equal(opened.updates(), before);
    assert.equal(opened.label(5).labelName, labelName);
  });

  /** Applies a review while the service is slow; it sends no list, and perhaps no answers, from the first update on. */
  async function applyUnread({ isLost }: { readonly isLost: boolean }): Promise<void> {
    const { control } = fixture.sandbox;
    const lost = isLost ? [{ endpoint: 'update', when: 'after', status: 502 } as const] : [];
    control.setOption({ latency: 600, gateway: lost });
    const before = opened.updates();
    await fixture.review.apply();
    await waitUntil(() => opened.updates() > before);
    control.setOption({ gateway: [...lost, { endpoint: 'list', when: 'before', status: 503 }] });
  }

  it('are also what undoes a change that was sent with a lost answer', async () => {
    const { workbench } = fixture;
    const { control } = fixture.sandbox;
    const before = opened.label(20).labelName ?? '';
    await opened.openAgain();
    await table.goTo(20, 'name');
    await table.typeDownwards(['Lost answer']);
    await table.text('1 label has unsaved changes.').waitFor();
    await opened.save('Apply One Change');
    await applyUnread({ isLost: true });
    await workbench
      .notification(/Failed to save/)
      .first()
      .waitFor();
    assert.equal(opened.label(20).labelName, 'Lost answer');
    control.setOption({ latency: 0, gateway: [] });
    await workbench.dismissNotifications();
    await table.goTo(20, 'name');
    await workbench.page.keyboard.press('Control+z');
    await table.cellWith(20, 'name', before).waitFor();
    await table.text('1 label has unsaved changes.').waitFor();
    await table.button('Save').click();
    await fixture.review.apply('Apply One Change');
    await table.text('No unsaved changes.').waitFor();
    await table.cleanTab(file).waitFor();
    assert.equal(opened.label(20).labelName, before);
  });

  it('are in no conflict with a name that the service has stored in another form unread', async () => {
    const { workbench } = fixture;
    const { control } = fixture.sandbox;
    control.setOption({ normalizeNames: true });
    await table.goTo(22, 'name');
    await table.typeDownwards(['Two  spaces']);
    await table.text('1 label has unsaved changes.').waitFor();
    await opened.save('Apply One Change');
    await applyUnread({ isLost: false });
    await table.cleanTab(file).waitFor();
    assert.equal(opened.label(22).labelName, 'Two spaces');
    control.setOption({ latency: 0, gateway: [], normalizeNames: false });
    await workbench.dismissNotifications();
    await table.goTo(22, 'name');
    await table.typeDownwards(['Another name']);
    await table.text('1 label has unsaved changes.').waitFor();
    await opened.save('Apply One Change');
    await fixture.review.apply();
    await table.cleanTab(file).waitFor();
    assert.equal(opened.label(22).labelName, 'Another name');
    await workbench.quickInput.runCommand('View: Close All Editors');
    await workbench.editorTab(file).waitFor({ state: 'detached' });
  });

  it('of two windows take nothing from each other, and overwrite nothing unseen', async () => {
    const { workbench } = fixture;
    await opened.openAgain();
    await untilEditorsAreStored(workbench);
    const second = await workbench.openSecondWindow();
    const otherTable = new LabelTable(second);
    const otherReview = new LabelReview(second);
    await otherTable.cell(0, 'name').waitFor();
    await table.goTo(0, 'name');
    await table.typeDownwards(['Of the first', 'Of both, first']);
    await table.text('2 labels have unsaved changes.').waitFor();
    await otherTable.goTo(1, 'name');
    await otherTable.typeDownwards(['Of both, second', 'Of the second']);
    await otherTable.text('2 labels have unsaved changes.').waitFor();
    const before = opened.updates();
    await opened.save('Apply 2 Changes');
    await fixture.review.apply();
    await table.cleanTab(file).waitFor();
    assert.equal(opened.updates(), before + 2);
    await second.page.bringToFront();
    await second.page.keyboard.press('Control+s');
    await otherReview.text('1 label was also changed by somebody else').waitFor();
    await second.screenshot('123-table-second-window');
    await otherReview.apply('Apply One Change');
    await otherTable.text('1 label has unsaved changes.').waitFor();
    await otherTable.dirtyTab(file).waitFor();
    assert.equal(opened.updates(), before + 3);
    assert.deepEqual(
      [0, 1, 2].map((index) => opened.label(index).labelName),
      ['Of the first', 'Of both, first', 'Of the second'],
    );
    await table.goTo(0, 'name');
    await table.typeDownwards(['Of the first, again', 'Of the first, too']);
    await table.text('2 labels have unsaved changes.').waitFor();
    await otherTable.cellWith(1, 'name', 'Of both, second').waitFor();
    await second.dismissNotifications();
    await otherTable.goTo(1, 'name');
    await otherTable.text('Conflict: somebody else has changed this to Of both, first.').waitFor();
    await otherTable.button('Keep Mine').click();
    await otherTable.button('Keep Mine').waitFor({ state: 'hidden' });
    await second.page.keyboard.press('Control+s');
    await otherReview.apply('Apply One Change');
    await otherTable.cleanTab(file).waitFor();
    assert.equal(opened.updates(), before + 4);
    assert.equal(opened.label(1).labelName, 'Of both, second');
    await second.screenshot('124-table-second-window-saved');
    await second.page.close();
    await workbench.page.bringToFront();
    await workbench.page.keyboard.press('Control+s');
    await fixture.review.text('1 label was also changed by somebody else').waitFor();
    await workbench.screenshot('125-table-first-window');
    await fixture.review.apply('Apply One Change');
    await table.text('1 label has unsaved changes.').waitFor();
    assert.equal(opened.label(0).labelName, 'Of the first, again');
    assert.equal(opened.label(1).labelName, 'Of both, second');
    await workbench.dismissNotifications();
    await workbench.quickInput.runCommand('File: Revert File');
    await table.cleanTab(file).waitFor();
    await workbench.screenshot('126-table-first-window-reverted');
  });

  it('are sent from a table whose extension host was killed, once its editor is closed', async () => {
    const { workbench } = fixture;
    const before = opened.updates();
    await table.goTo(6, 'name');
    await table.typeDownwards(['Before the crash']);
    await table.text('1 label has unsaved changes.').waitFor();
    killExtensionHosts();
    await table.button('Save').click();
    await table.text('VS Code is not accepting input here.').waitFor();
    await workbench.screenshot('127-table-host-killed');
    // VS Code starts another one, to which it connects no page.
    await waitUntil(runsExtensionHost);
    await closeAndSave();
    await fixture.review.apply();
    await workbench.editorTab(file).waitFor({ state: 'detached' });
    assert.equal(opened.updates(), before + 1);
    assert.equal(opened.label(6).labelName, 'Before the crash');
  });

  it('outlive a killed extension host and a reload, with what was typed since', async () => {
    const { workbench } = fixture;
    const { page } = workbench;
    const before = opened.updates();
    await opened.openAgain();
    await table.goTo(7, 'name');
    await table.typeDownwards(['Known to VS Code']);
    await table.text('1 label has unsaved changes.').waitFor();
    await page.keyboard.type('Half of');
    killExtensionHosts();
    await page.keyboard.type(' a name');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Still open');
    await table.text('VS Code is not accepting input here.').waitFor();
    await workbench.screenshot('128-table-typed-since');
    await reloadWithUnsavedText(workbench, 'Still open');
    await table.text('2 labels have unsaved changes.').waitFor();
    await table.cellWith(7, 'name', 'Known to VS Code').waitFor();
    await table.cellWith(8, 'name', 'Half of a name').waitFor();
    const input = table.cell(9, 'name').locator('.input');
    await waitUntil(async () => (await input.inputValue()) === 'Still open');
    await workbench.screenshot('129-table-after-crash');
    await input.focus();
    await page.keyboard.press('Enter');
    await table.text('3 labels have unsaved changes.').waitFor();
    await opened.save('Apply 3 Changes');
    await fixture.review.apply();
    await table.cleanTab(file).waitFor();
    assert.equal(opened.updates(), before + 3);
    assert.deepEqual(
      [7, 8, 9].map((index) => opened.label(index).labelName),
      ['Known to VS Code', 'Half of a name', 'Still open'],
    );
  });
});
