import assert from 'node:assert/strict';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const tenant = 'acme-europe';

describe('One label after another', () => {
  let fixture: SandboxWorkbench;

  before(async () => {
    fixture = await SandboxWorkbench.start({
      sandbox: { labels: 80, oddLabels: true },
      settings: {
        'workforce.labels.pageSize': 60,
        'workforce.labels.statusNames': { 0: 'Inactive', 1: 'Active' },
      },
    });
    await fixture.signInFirst({ tenant: 'Acme Europe' });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  after(async () => await fixture.stop());

  function labelAt(index: number) {
    const label = fixture.sandbox.control.labels(tenant)[index];
    assert.ok(label);
    return label;
  }

  const nameAt = (index: number): string => labelAt(index).labelName ?? '';

  /** Beginning of the accessible name of a row. */
  function rowName(index: number, name = nameAt(index)): string {
    return `${name}, code ${labelAt(index).labelCode}`;
  }

  async function untilServed(index: number, labelName: string): Promise<void> {
    await waitUntil(async () => await Promise.resolve(nameAt(index) === labelName));
  }

  async function select(index: number): Promise<void> {
    const { view } = fixture;
    await view.row(rowName(index)).click();
    await view.selectedRow(rowName(index)).waitFor();
  }

  /** Opens the box that renames the selected label, with the keyboard. */
  async function pressF2(index: number): Promise<void> {
    const { view, workbench } = fixture;
    await view.waitForFocus();
    await workbench.page.keyboard.press('F2');
    await workbench.quickInput.widget.getByText(`Rename “${nameAt(index)}”`).waitFor();
  }

  /** Scrolls the list to where it begins. */
  async function goToTop(): Promise<void> {
    const { view, workbench } = fixture;
    await workbench.quickInput.runCommand('Workforce: Focus on Labels View');
    await workbench.quickInput.closed();
    await view.waitForFocus();
    await workbench.page.keyboard.press('Home');
    await view.row(rowName(0)).waitFor();
  }

  it('the last row of the first list in a new profile is reached by wheel and by keyboard', async () => {
    const { view, workbench } = fixture;
    const last = 'Load more (60 of 80)';
    await view.scrollTo(view.row(last));
    await workbench.screenshot('110-first-list-by-wheel');
    await goToTop();
    await workbench.page.keyboard.press('End');
    await view.focusedRow(last).waitFor();
    await view.waitForWhole(view.focusedRow(last));
    await workbench.screenshot('110-first-list-by-keyboard');
    await goToTop();
  });

  it('a label is renamed in the list, with its name selected', async () => {
    const { view, workbench } = fixture;
    const { page, quickInput } = workbench;
    await select(0);
    await pressF2(0);
    await page.keyboard.press('Control+c');
    await page.keyboard.type(' ');
    await quickInput.message.getByText('There are spaces').waitFor();
    await workbench.screenshot('111-rename');
    await page.keyboard.press('Backspace');
    await quickInput.message.getByText('This cannot be emptied').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Trial period');
    await page.keyboard.press('Enter');
    await view.row(rowName(0, 'Trial period')).waitFor();
    assert.equal(nameAt(0), 'Trial period');
    // Where one goes on with the keyboard.
    await view.waitForFocus();
  });

  it('a label that somebody else has renamed meanwhile is asked about', async () => {
    const { view, workbench } = fixture;
    const { page } = workbench;
    await select(1);
    await pressF2(1);
    fixture.renameLabel(1, 'Somebody else’s');
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await workbench.dialog.getByText('Name in the service: “Somebody else’s”').waitFor();
    await workbench.screenshot('112-renamed-meanwhile');
    await workbench.dialogButton('Cancel').click();
    await view.row(rowName(1, 'Somebody else’s')).waitFor();
    // Without a click: two clicks within half a second keep the label open.
    await pressF2(1);
    fixture.renameLabel(1, 'Once more');
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await workbench.dialogButton('Rename Anyway').click();
    await view.row(rowName(1, 'Mine')).waitFor();
    assert.equal(nameAt(1), 'Mine');
  });

  it('the label that is selected stays as it is where another row has the focus', async () => {
    const { view, workbench } = fixture;
    const { page } = workbench;
    await view.row(rowName(0, 'Trial period')).click();
    await view.waitForFocus();
    // The focus alone, to “Load More”.
    await page.keyboard.press('End');
    await page.keyboard.press('F2');
    await workbench.notification('Select one or more labels in the sidebar first.').waitFor();
    assert.equal(await workbench.quickInput.widget.isVisible(), false);
    await workbench.dismissNotifications();
    await goToTop();
  });

  it('a label that is open with unsaved changes is left to its form', async () => {
    const { form, view, workbench } = fixture;
    await view.row(rowName(2)).dblclick();
    await form.title.getByText(nameAt(2), { exact: true }).waitFor();
    await form.field('Name').fill('Typed in the form');
    await form.dirtyTab(labelAt(2).labelCode).waitFor();
    await view.row(rowName(2)).click();
    await view.waitForFocus();
    await workbench.page.keyboard.press('F2');
    await workbench.notification('has unsaved changes in an editor').waitFor();
    await workbench.screenshot('113-rename-unsaved');
    await workbench.notificationButton('has unsaved changes', 'Open Label').click();
    await form.button('Discard Changes').click();
    await form.cleanTab(labelAt(2).labelCode).waitFor();
    await workbench.quickInput.runCommand('View: Close All Editors');
  });

  it('labels are renamed in the list with three keys and their names each', async () => {
    const { view, workbench } = fixture;
    const { page, quickInput } = workbench;
    const first = 13;
    const count = 6;
    await view.row(rowName(first)).click();
    await view.waitForFocus();
    let keys = 0;
    const press = async (key: string): Promise<void> => {
      keys++;
      await page.keyboard.press(key);
    };
    for (let index = first; index < first + count; index++) {
      await view.focusedRow(rowName(index)).waitFor();
      await press('F2');
      await quickInput.widget.getByText(`Rename “${nameAt(index)}”`).waitFor();
      await page.keyboard.type(`Renamed ${index}`);
      await press('Enter');
      await view.row(rowName(index, `Renamed ${index}`)).waitFor();
      await quickInput.closed();
      await view.waitForFocus();
      await press('ArrowDown');
    }
    assert.equal(keys, 3 * count);
    await untilServed(first + count - 1, `Renamed ${first + count - 1}`);
    await workbench.screenshot('114-renamed-one-by-one');
  });

  it('a click shows a label in passing, a double click and Enter keep it', async () => {
    const { form, view, workbench } = fixture;
    const { page } = workbench;
    const tabs = page.locator('.tabs-container .tab');
    await workbench.quickInput.runCommand('View: Close All Editors');
    await goToTop();
    await view.row(rowName(0)).click();
    await form.title.getByText(nameAt(0), { exact: true }).waitFor();
    await view.row(rowName(1)).click();
    await form.title.getByText(nameAt(1), { exact: true }).waitFor();
    await waitUntil(async () => (await tabs.count()) === 1);
    await tabs.locator('.label-name.italic, .italic').first().waitFor();
    await view.waitForFocus();
    await workbench.screenshot('116-preview');
    await view.row(rowName(1)).dblclick();
    await page.locator('.tab.active:not(:has(.italic))').waitFor();
    await form.focusedField('Name').waitFor();
    await view.row(rowName(2)).click();
    await form.title.getByText(nameAt(2), { exact: true }).waitFor();
    await view.waitForFocus();
    await page.keyboard.press('Enter');
    await form.focusedField('Name').waitFor();
    await page.keyboard.press('ArrowUp');
    await waitUntil(async () => (await tabs.count()) === 2);
    await page.locator('.tab.active:not(:has(.italic))').waitFor();
    await workbench.screenshot('117-kept');
    // Also the row that only the focus is on.
    await view.row(rowName(1)).click();
    await view.waitForFocus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await form.title.getByText(nameAt(3), { exact: true }).waitFor();
    await view.selectedRow(rowName(3)).waitFor();
    await form.focusedField('Name').waitFor();
    await workbench.quickInput.runCommand('View: Close All Editors');
  });

  it('labels are renamed in the form with two keys and their names each', async () => {
    const { form, view, workbench } = fixture;
    const { page } = workbench;
    const first = 57;
    const count = 6;
    await view.scrollTo(view.row(rowName(first)));
    await view.row(rowName(first)).click();
    await form.title.getByText(nameAt(first), { exact: true }).waitFor();
    await view.waitForFocus();
    await page.keyboard.press('Enter');
    let keys = 0;
    for (let index = first; index < first + count; index++) {
      await form.title.getByText(nameAt(index), { exact: true }).waitFor();
      await form.focusedField('Name').waitFor();
      await page.keyboard.type(`Once more ${index}`);
      keys += 2;
      await page.keyboard.press('Control+Enter');
      await untilServed(index, `Once more ${index}`);
    }
    assert.equal(keys, 2 * count);
    await form.title.getByText(nameAt(first + count), { exact: true }).waitFor();
    // More labels were loaded on the way, and one tab is left.
    await waitUntil(async () => (await page.locator('.tabs-container .tab').count()) === 1);
    await workbench.screenshot('118-saved-one-by-one');
  });

  it('the form offers the statuses that are named or in use, and takes any other', async () => {
    const { form, view, workbench } = fixture;
    await goToTop();
    await view.row(rowName(0)).click();
    await form.title.getByText(nameAt(0), { exact: true }).waitFor();
    const status = workbench.webview.getByRole('combobox', { name: 'Status' });
    const offered = await status.locator('option').allInnerTexts();
    assert.deepEqual(offered, [
      '-1',
      'Inactive (0)',
      'Active (1)',
      '2',
      '7',
      '99',
      'Another number…',
    ]);
    await status.selectOption('2');
    await form.changes.getByText('2').first().waitFor();
    await status.selectOption('other');
    const number = workbench.webview.getByRole('textbox', { name: 'Status as a number' });
    await number.fill('12345');
    await form.changes.getByText('12345').waitFor();
    await workbench.screenshot('119-statuses-in-form');
    await form.button('Discard Changes').click();
    await form.cleanTab(labelAt(0).labelCode).waitFor();
  });

  it('a label that takes the value of somebody else has nothing unsaved', async () => {
    const { form } = fixture;
    await form.field('Name').fill('Mine');
    await form.dirtyTab(labelAt(0).labelCode).waitFor();
    fixture.renameLabel(0, 'Theirs');
    await form.button('Refresh').click();
    await form.button('Take Theirs: Name').click();
    await form.cleanTab(labelAt(0).labelCode).waitFor();
    assert.equal(await form.field('Name').inputValue(), 'Theirs');
    assert.equal(nameAt(0), 'Theirs');
  });

  it('the names have the room of a narrow sidebar', async () => {
    const { view, workbench } = fixture;
    await workbench.resizeSidebar(200);
    await view.rows.first().hover();
    await workbench.screenshot('115-narrow-rows');
  });
});
