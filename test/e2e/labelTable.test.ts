import assert from 'node:assert/strict';
import { assertAccessible, fitsInWidth, resizeWebview } from '../workbench/formAudit.ts';
import { crashAfter, reloadWithUnsavedText } from '../workbench/hotExit.ts';
import type { LabelTable } from '../workbench/labelTable.ts';
import { OpenedTable } from '../workbench/openedTable.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { labelChangesWindow } from './windows.ts';

const tenant = 'acme-europe';
const file = 'All labels';
const themes = ['light', 'dark', 'highContrast', 'highContrastLight'] as const;

describe('Labels in a table', () => {
  // VS Code logs the saves that are cancelled, as it tells of them.
  const window = labelChangesWindow.use(/failed to save|save error|nothing was sent/i);
  let opened: OpenedTable;
  let fixture: SandboxWorkbench;
  let table: LabelTable;

  before(async () => {
    opened = await OpenedTable.open(window(), tenant);
    ({ fixture, table } = opened);
    await fixture.workbench.screenshot('110-table');
  });

  it('renames 30 labels one by one: a name and Enter each, one save, one review', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Renamed ${index + 1}`);
    const before = opened.updates();
    await table.goTo(0, 'name');
    await table.typeDownwards(names);
    await table.untilActive(30, 'name');
    await opened.save('Apply 30 Changes');
    assert.equal(opened.updates(), before);
    await fixture.workbench.screenshot('111-table-review');
    await fixture.review.apply();
    await table.cleanTab(file).waitFor();
    assert.equal(opened.updates(), before + 30);
    assert.deepEqual(
      names.map((_, index) => opened.label(index).labelName),
      names,
    );
    await table.cellWith(29, 'name', 'Renamed 30').waitFor();
    await table
      .button('Save')
      .and(fixture.workbench.webview.locator('[aria-disabled=true]'))
      .waitFor();
  });

  it('undoes and redoes each edit in one step, a paste included', async () => {
    const { keyboard } = fixture.workbench.page;
    await table.goTo(20, 'code');
    await keyboard.type('TYPED');
    await keyboard.press('Enter');
    await table.cellWith(20, 'code', 'TYPED').waitFor();
    await table.goTo(22, 'code');
    await table.paste('PASTED-1\t5\r\nPASTED-2\t6\r\n');
    await table.cellWith(23, 'status', '6').waitFor();
    await table.text('3 labels have unsaved changes.').waitFor();
    await fixture.workbench.screenshot('112-table-pasted');
    await keyboard.press('Control+z');
    await table.cellWith(22, 'code', opened.label(22).labelCode ?? '').waitFor();
    await table.cellWith(23, 'status', String(opened.label(23).labelStatus)).waitFor();
    await keyboard.press('Control+z');
    await table.cellWith(20, 'code', opened.label(20).labelCode ?? '').waitFor();
    // What was undone is in view, and active.
    await table.untilActive(20, 'code');
    await table.cleanTab(file).waitFor();
    await keyboard.press('Control+y');
    await keyboard.press('Control+y');
    await table.cellWith(23, 'code', 'PASTED-2').waitFor();
    await keyboard.press('Control+z');
    await keyboard.press('Control+z');
    await table.cleanTab(file).waitFor();
    // One cell is filled from the one above it, and stays the active one.
    await table.goTo(25, 'code');
    await keyboard.press('Control+d');
    await table.cellWith(25, 'code', opened.label(24).labelCode ?? '').waitFor();
    await table.untilActive(25, 'code');
    await keyboard.press('Control+z');
    await table.cleanTab(file).waitFor();
    await keyboard.press('Control+d');
    await table.cellWith(25, 'code', opened.label(24).labelCode ?? '').waitFor();
    await table.untilActive(25, 'code');
    await keyboard.press('Control+z');
    await table.cleanTab(file).waitFor();
  });

  it('shows what the text beside it becomes, and the other way round', async () => {
    const { page } = fixture.workbench;
    const text = page.locator('.editor-instance .view-lines');
    await fixture.workbench.editorAction('Edit Table as Text').click();
    await text.getByText('"Renamed 7"').waitFor();
    await page.locator('.editor-instance .native-edit-context').focus();
    await page.keyboard.press('Control+h');
    const find = page.locator('.find-widget.visible.replaceToggled');
    await find.locator('.find-part textarea').fill('Renamed');
    await find.locator('.replace-part textarea').fill('Replaced');
    await find
      .locator('.find-part .matchesCount')
      .getByText('1 of 30')
      .waitFor({ state: 'attached' });
    await find.locator('.replace-part textarea').press('Control+Alt+Enter');
    await table.cellWith(6, 'name', 'Replaced 7').waitFor();
    await table.text('30 labels have unsaved changes.').waitFor();
    await table.goTo(6, 'name');
    await page.keyboard.type('From the grid');
    await page.keyboard.press('Enter');
    await text.getByText('"From the grid"').waitFor();
    await fixture.workbench.screenshot('113-table-and-text');
    await page.keyboard.press('Control+z');
    await text.getByText('"Replaced 7"').waitFor();
    await page.keyboard.press('Control+z');
    await table.cellWith(6, 'name', 'Renamed 7').waitFor();
    await fixture.workbench.quickInput.runCommand('View: Close Editors in Other Groups');
    await text.waitFor({ state: 'detached' });
  });

  it('shows the same in two editors', async () => {
    const { page, quickInput } = fixture.workbench;
    // What was undone last is in sight, which may be further down than this row.
    await table.filter.press('ArrowDown');
    await page.keyboard.press('Control+Home');
    await table.untilActive(0, 'name');
    await quickInput.runCommand('View: Split Editor Right');
    const frames = page.locator('iframe.webview.ready:visible');
    const cells = [0, 1].map((index) =>
      frames
        .nth(index)
        .contentFrame()
        .locator('iframe#active-frame')
        .contentFrame()
        .locator('[data-row="4"] > [data-column="0"]'),
    );
    const show = async (name: string): Promise<void> => {
      for (const cell of cells) {
        await cell.getByText(name, { exact: true }).waitFor();
      }
    };
    await show('Renamed 5');
    // Until then, the first group may become the active one again as the palette closes.
    await page.locator('.editor-group-container').nth(1).and(page.locator('.active')).waitFor();
    await cells[1]?.click();
    await page.keyboard.type('In one of two');
    await page.keyboard.press('Enter');
    await show('In one of two');
    await page.keyboard.press('Control+z');
    await show('Renamed 5');
    await quickInput.runCommand('View: Close Editors in Other Groups');
    await frames.nth(1).waitFor({ state: 'detached' });
    await table.cleanTab(file).waitFor();
  });

  it('sends nothing when the review is cancelled, and stays unsaved', async () => {
    const { page } = fixture.workbench;
    const before = opened.updates();
    await table.goTo(10, 'name');
    await table.typeDownwards(['Not sent']);
    await table.button('Save').click();
    await fixture.review.applyButton.getByText('Apply One Change', { exact: true }).waitFor();
    await fixture.review.cancelButton.click();
    await table.cellWith(10, 'name', 'Not sent').waitFor();
    await table.dirtyTab(file).waitFor();
    assert.equal(opened.updates(), before);
    await table.goTo(10, 'name');
    await page.keyboard.press('Control+z');
    await table.cleanTab(file).waitFor();
    await fixture.workbench.dismissNotifications();
  });

  it('keeps what is being typed when a click closes the tab', async () => {
    await table.goTo(11, 'name');
    await fixture.workbench.page.keyboard.type('Typed and closed');
    // That click takes no focus from the page, and VS Code does not ask.
    await table.closeButton.click();
    await table.dirtyTab(file).waitFor();
    await table.cellWith(11, 'name', 'Typed and closed').waitFor();
    await table.text('1 label has unsaved changes.').waitFor();
    await fixture.workbench.revertFile();
  });

  it('sends nothing when all files are saved and its review is cancelled', async () => {
    const { workbench } = fixture;
    const before = opened.updates();
    await table.goTo(3, 'name');
    await table.typeDownwards(['Not saved']);
    await table.dirtyTab(file).waitFor();
    await workbench.quickInput.runCommand('File: Save All Files');
    await fixture.review.applyButton.getByText('Apply One Change', { exact: true }).waitFor();
    await fixture.review.cancelButton.click();
    await table.cellWith(3, 'name', 'Not saved').waitFor();
    await table.dirtyTab(file).waitFor();
    assert.equal(opened.updates(), before);
    await workbench.dismissNotifications();
    await workbench.revertFile();
  });

  it('lets its user keep either value of a cell that both have changed', async () => {
    const before = opened.updates();
    await table.goTo(8, 'name');
    await table.typeDownwards(['Ours A', 'Ours B']);
    await table.text('2 labels have unsaved changes.').waitFor();
    fixture.renameLabel(8, 'Theirs A');
    fixture.renameLabel(9, 'Theirs B');
    await fixture.workbench.page.keyboard.press('Control+s');
    await fixture.review.text('2 labels were also changed by somebody else').waitFor();
    await fixture.review.cancelButton.click();
    await table.cellWith(8, 'name', 'Ours A').waitFor();
    await fixture.workbench.dismissNotifications();
    await table.goTo(8, 'name');
    await table.text('Conflict: somebody else has changed this to Theirs A.').waitFor();
    await fixture.workbench.screenshot('115-table-conflict');
    await table.button('Take Theirs').click();
    await table.cellWith(8, 'name', 'Theirs A').waitFor();
    await table.goTo(9, 'name');
    await table.text('Conflict: somebody else has changed this to Theirs B.').waitFor();
    await table.button('Keep Mine').click();
    await table.button('Keep Mine').waitFor({ state: 'hidden' });
    await opened.save('Apply One Change');
    await fixture.review.apply();
    await table.cleanTab(file).waitFor();
    assert.equal(opened.updates(), before + 1);
    assert.deepEqual(
      [opened.label(8).labelName, opened.label(9).labelName],
      ['Theirs A', 'Ours B'],
    );
    await table.text('No unsaved changes.').waitFor();
  });

  it('takes no text while its changes are sent, and takes it again afterwards', async () => {
    const { keyboard } = fixture.workbench.page;
    const { control } = fixture.sandbox;
    const locked = table.text('The changes of this table are being reviewed or sent.');
    await table.goTo(16, 'name');
    await table.typeDownwards(['Sent slowly']);
    await opened.save('Apply One Change');
    // The run waits, and sends once more.
    control.setOption({ gateway: [{ endpoint: 'update', status: 429, retryAfter: 3 }] });
    await fixture.review.apply();
    await locked.waitFor();
    await fixture.workbench.screenshot('116-table-locked');
    await table.cell(17, 'name').click();
    await keyboard.type('x');
    await keyboard.press('Enter');
    control.setOption({ gateway: [] });
    await table.cleanTab(file).waitFor();
    await locked.waitFor({ state: 'hidden' });
    await table.cellWith(17, 'name', opened.label(17).labelName ?? '').waitFor();
    await table.goTo(17, 'name');
    await table.typeDownwards(['Typed afterwards']);
    await table.text('1 label has unsaved changes.').waitFor();
    await fixture.workbench.revertFile();
  });

  it('makes no edit of an old text of a cell, where VS Code restores an older state after a crash', async () => {
    await table.goTo(19, 'name');
    await fixture.workbench.page.keyboard.type('Typed before');
    await crashAfter(fixture.workbench, 'Typed before', async () => {
      await fixture.workbench.page.keyboard.press('Enter');
      await table.dirtyTab(file).waitFor();
      await fixture.workbench.revertFile();
    });
    const name = opened.label(19).labelName ?? '';
    await table.cellWith(19, 'name', name).waitFor();
    await table.text('acme-europe · hr-administrator (Acme test)').waitFor();
    await table.goTo(21, 'name');
    await table.typeDownwards(['Typed after']);
    await table.text('1 label has unsaved changes.').waitFor();
    await table.cellWith(19, 'name', name).waitFor();
    await fixture.workbench.revertFile();
  });

  it('keeps the active cell on its label and in its column when rows are filtered', async () => {
    const { id, labelCode } = opened.label(12);
    assert.ok(labelCode !== undefined);
    await table.goTo(12, 'code');
    await table.filter.fill(id);
    await table.text('1 of 520 labels').waitFor();
    await table.filter.press('ArrowDown');
    await table.untilActive(0, 'code');
    await table.button('Clear Filters').click();
    await table.cellWith(12, 'code', labelCode).waitFor();
    await table.filter.press('ArrowDown');
    await table.untilActive(12, 'code');
  });

  it('is accessible and fits in every theme, in 320 pixels and at a zoom of 200 %', async () => {
    const { workbench } = fixture;
    const { page } = workbench;
    await table.goTo(1, 'name');
    await table.typeDownwards([
      'Night shift ',
      'إجازة سنوية 2026',
      '社会保険料の控除',
      'Zuschlag für Arbeit an Sonn- und Feiertagen im Schichtbetrieb der Werke Süd und Nord',
    ]);
    await table.goTo(5, 'code');
    await table.typeDownwards(['LONG-'.repeat(30)]);
    await table.goTo(3, 'status');
    await table.typeDownwards(['two']);
    await table.text('1 row has a problem that prevents saving.').waitFor();
    await table.goTo(3, 'status');
    for (const theme of themes) {
      await workbench.setTheme(theme);
      await assertAccessible(workbench);
      await workbench.screenshot(`114-table-${theme}`);
      await resizeWebview(workbench, 320, 800);
      assert.ok(await fitsInWidth(workbench));
      await assertAccessible(workbench);
      await workbench.screenshot(`114-table-${theme}-320`);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    // What a browser does with 1280 × 800 at that zoom.
    await page.setViewportSize({ width: 640, height: 400 });
    assert.ok(await fitsInWidth(workbench));
    await assertAccessible(workbench);
    await workbench.screenshot('114-table-zoomed');
    await page.setViewportSize({ width: 1280, height: 800 });
    await workbench.revertFile();
  });

  // Last: in VS Code in a browser, a window that is loaded anew soon after a filter was cleared has it again.
  it('keeps unsaved edits and an open cell over a reload, and sends no value that somebody else has set', async () => {
    const { page } = fixture.workbench;
    const input = table.cell(1, 'code').locator('.input');
    const before = opened.updates();
    await table.goTo(12, 'name');
    await table.typeDownwards(['Mine', 'Mine, too']);
    await table.cellWith(13, 'name', 'Mine, too').waitFor();
    await table.filter.fill('mine');
    await table.text('2 of 520 labels').waitFor();
    await table.goTo(1, 'code');
    await page.keyboard.type('HALF');
    await reloadWithUnsavedText(fixture.workbench, 'HALF');
    await table.text('2 of 520 labels').waitFor();
    await table.cellWith(1, 'name', 'Mine, too').waitFor();
    // A field that only the service knows.
    await table.text('updateTime').waitFor();
    await table.dirtyTab(file).waitFor();
    await waitUntil(async () => (await input.inputValue()) === 'HALF');
    await fixture.workbench.screenshot('118-table-resumed');
    await input.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('-CODE');
    await page.keyboard.press('Enter');
    await table.cellWith(1, 'code', 'HALF-CODE').waitFor();
    await table.button('Clear Filters').click();
    await table.cellWith(13, 'name', 'Mine, too').waitFor();
    await table.text('acme-europe · hr-administrator (Acme test)').waitFor();
    fixture.setStatus(12, 77);
    fixture.renameLabel(14, 'Theirs');
    await table.goTo(12, 'name');
    await opened.save('Apply 2 Changes');
    await fixture.review.apply();
    await table.cleanTab(file).waitFor();
    assert.equal(opened.updates(), before + 2);
    assert.deepEqual(
      [12, 13, 14].map((index) => opened.label(index).labelName),
      ['Mine', 'Mine, too', 'Theirs'],
    );
    assert.equal(opened.label(12).labelStatus, 77);
    assert.equal(opened.label(13).labelCode, 'HALF-CODE');
    await table.cellWith(12, 'status', '77').waitFor();
  });
});
