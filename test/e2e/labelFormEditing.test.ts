import assert from 'node:assert/strict';
import { reloadWithUnsavedText } from '../workbench/hotExit.ts';
import { JsonEditor } from '../workbench/jsonEditor.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { labelWindow } from './windows.ts';

const file = 'COUNCIL-00002';
const original = 'Works council member';
const idLine = 2;
const statusLine = 5;
const webviewPage = '**/webview/browser/pre/index.html?*';

describe('Editing a label', () => {
  // VS Code logs the saves that fail, as it tells of them.
  const window = labelWindow.use(/failed to save|save error/i);
  let fixture: SandboxWorkbench;
  let json: JsonEditor;
  let updatesBefore: number;

  before(async () => {
    fixture = window();
    json = new JsonEditor(fixture.workbench);
    updatesBefore = 0;
    updatesBefore = updates();
    await fixture.view.row(`${original}, code COUNCIL-00002`).click();
    await fixture.form.field('Name').waitFor();
  });

  const updates = (): number =>
    (fixture.sandbox.control.requests()['POST /api/v2/label/update'] ?? 0) - updatesBefore;

  const shown = async (name: string): Promise<void> => {
    await fixture.form.title.getByText(name, { exact: true }).waitFor();
    assert.equal(await fixture.form.field('Name').inputValue(), name);
  };

  const typeInto = async (keys: string, text: string): Promise<void> => {
    await fixture.form.field('Name').press(keys);
    await fixture.workbench.page.keyboard.type(text);
    await fixture.form.dirtyTab(file).first().waitFor();
  };

  it('keeps the caret where it is while one types', async () => {
    // What is typed without a pause is undone at once below.
    await fixture.form.withoutPause(async () => {
      await typeInto('Home', 'The ');
      await shown(`The ${original}`);
      await typeInto('ArrowRight', '-');
      await shown('The W-orks council member');
    });
  });

  it('undoes a pause and a field at a time, and redoes', async () => {
    const { form, workbench } = fixture;
    await form.field('Name').press('Control+z');
    // Both were typed without a pause.
    await form.cleanTab(file).waitFor();
    await shown(original);
    await form.field('Name').press('Control+y');
    await form.dirtyTab(file).waitFor();
    await shown('The W-orks council member');
    await form.field('Code').press('End');
    await form.withoutPause(async () => await workbench.page.keyboard.type('-B'));
    await form.text('Will be sent').waitFor();
    await form.changes.getByText('COUNCIL-00002-B').waitFor();
    await form.field('Code').press('Control+z');
    // The strokes are taken back one after the other.
    await form.changes.getByText('COUNCIL-00002-').waitFor({ state: 'hidden' });
    assert.equal(await form.field('Code').inputValue(), 'COUNCIL-00002');
    await shown('The W-orks council member');
  });

  it('discards what was changed', async () => {
    const { form } = fixture;
    await form.button('Discard Changes').click();
    await form.cleanTab(file).waitFor();
    await shown(original);
    await form.text('Nothing has changed.').waitFor();
  });

  it('says beside the field what cannot be saved, and does not send it', async () => {
    const { form, workbench } = fixture;
    await form.field('Name').fill('');
    await form.text('This cannot be emptied').waitFor();
    assert.equal(await form.field('Name').getAttribute('aria-invalid'), 'true');
    await form.text('Nothing can be sent until this is corrected.').waitFor();
    await workbench.screenshot('70-emptied');
    await form.field('Name').press('Control+s');
    await form.status.getByText('Not saved.').waitFor();
    await workbench.notification('Failed to save').waitFor();
    await workbench.dismissNotifications();
    await form.field('Name').press('Control+z');
    await form.text('Nothing can be sent').waitFor({ state: 'hidden' });
    await shown(original);
    assert.equal(updates(), 0);
  });

  it('loses nothing when the tab is hidden and shown', async () => {
    const { form, view, workbench } = fixture;
    await typeInto('End', ' (hidden)');
    await form.markPage();
    await view.row('Fixed-term contract, code FIXED-TERM-00003').click();
    await form.title.getByText('Fixed-term contract').waitFor();
    await workbench.editorTab(file).click();
    await shown(`${original} (hidden)`);
    assert.ok(await form.isMarkedPage(), 'The page was loaded anew.');
    await form.focusedField('Name').waitFor();
    await workbench.page.keyboard.type('!');
    await shown(`${original} (hidden)!`);
    await workbench.page.keyboard.press('Control+PageDown');
    await form.title.getByText('Fixed-term contract').waitFor();
    // Until then VS Code may leave the focus between its window and the page that is shown next.
    await form.untilFocused();
    await workbench.page.keyboard.press('Control+PageUp');
    await shown(`${original} (hidden)!`);
    await form.focusedField('Name').waitFor();
  });

  it('loses nothing when the window is loaded anew, and sends nothing by itself', async () => {
    const { form, workbench } = fixture;
    await reloadWithUnsavedText(workbench);
    await form.dirtyTab(file).waitFor();
    await shown(`${original} (hidden)!`);
    assert.equal(updates(), 0);
    await form.button('Discard Changes').click();
    await form.cleanTab(file).waitFor();
    await shown(original);
  });

  it('shows what is typed in the form in the JSON beside it, and the other way round', async () => {
    const { form, workbench } = fixture;
    await workbench.quickInput.runCommand('View: Split Editor Right');
    await workbench.page.locator('iframe.webview.ready:visible').nth(1).waitFor();
    await workbench.page.keyboard.press('Control+2');
    await json.open();
    await form.withoutPause(async () => await typeInto('End', ' A'));
    await json.text(`"${original} A"`).waitFor();
    await json.goToEndOf(statusLine);
    await workbench.page.keyboard.type('2');
    await form.changes.getByText('Status').waitFor();
    await workbench.screenshot('71-side-by-side');
    await workbench.page.keyboard.press('Control+z');
    await form.changes.getByText('Status').waitFor({ state: 'hidden' });
    await workbench.page.keyboard.press('Control+z');
    await json.text(`"${original}"`).waitFor();
    await form.cleanTab(file).first().waitFor();
    await shown(original);
  });

  it('explains the fields of the JSON and proposes the statuses that have names', async () => {
    const { workbench } = fixture;
    const help = await json.hover('"labelStatus"');
    await help.getByText('Status of the label').waitFor();
    await json.goToEndOf(statusLine);
    const proposals = await json.proposals();
    await proposals.getByText('Archived').waitFor();
    await workbench.screenshot('72-proposals');
    await proposals.getByText('Archived').click();
    await fixture.form.changes.getByText('Status').waitFor();
  });

  it('marks what the service would refuse, and restores it', async () => {
    const { form, workbench } = fixture;
    await json.goToEndOf(idLine);
    // Before the quotation mark: without it the text would have another problem for a moment.
    await workbench.page.keyboard.press('ArrowLeft');
    await workbench.page.keyboard.type('5');
    await json.problems.first().waitFor();
    await form.text('The ID of a label cannot change.').waitFor();
    const fixes = await json.quickFixes();
    await fixes.getByText('Restore the service’s value of “id”').waitFor();
    await workbench.screenshot('73-quick-fix');
    await workbench.page.keyboard.press('Enter');
    await json.problems.first().waitFor({ state: 'hidden' });
    await form.text('The ID of a label cannot change.').waitFor({ state: 'hidden' });
  });

  it('says in the form that the JSON cannot be read, and sends nothing', async () => {
    const { form, workbench } = fixture;
    await json.goToEndOf(1);
    await workbench.page.keyboard.type('!');
    await form.text('This is not valid JSON.').waitFor();
    await form.button('Open as JSON').waitFor();
    await workbench.screenshot('74-unreadable');
    await workbench.page.keyboard.press('Control+s');
    await workbench.notification('Failed to save').waitFor();
    assert.equal(updates(), 0);
    await workbench.dismissNotifications();
    await workbench.page.keyboard.press('Control+z');
    await form.button('Open as JSON').waitFor({ state: 'hidden' });
  });

  it('sends only what was changed, and once for two presses of Ctrl+S', async () => {
    const { form, sandbox, workbench } = fixture;
    sandbox.control.setOption({ latency: 100 });
    await workbench.page.keyboard.press('Control+s');
    await workbench.page.keyboard.press('Control+s');
    await form.status.getByText('Saved.').waitFor();
    await form.cleanTab(file).first().waitFor();
    sandbox.control.setOption({ latency: 0 });
    assert.equal(updates(), 1);
    const label = sandbox.control.labels('acme-europe')[1];
    assert.equal(label?.labelStatus, 2);
    assert.equal(label?.labelName, original);
    assert.equal(label?.id, '1780000000000004097');
  });

  it('refuses to save in another encoding than UTF-8', async () => {
    const { form, view, workbench } = fixture;
    await view.open();
    await workbench.quickInput.runCommand('View: Close All Editors');
    await view.row(`${original}, code COUNCIL-00002`).click();
    const before = updates();
    const served = () => fixture.sandbox.control.labels('acme-europe')[1];
    await form.field('Name').fill('Prüfung');
    await form.dirtyTab(file).first().waitFor();
    await json.open();
    await workbench.quickInput.runCommand('Change File Encoding');
    await workbench.quickInput.pick('Save with Encoding');
    await workbench.quickInput.pick('Western (Windows 1252)');
    await workbench.notification('Labels are UTF-8').waitFor();
    await workbench.screenshot('86-another-encoding');
    assert.equal(updates(), before);
    await workbench.dismissNotifications();
    await workbench.quickInput.runCommand('Change File Encoding');
    await workbench.quickInput.pick('Save with Encoding');
    await workbench.quickInput.pick('UTF-8');
    await waitUntil(() => served()?.labelName === 'Prüfung');
    await workbench.editorTab(file).first().click();
    await form.cleanTab(file).first().waitFor();
  });

  it('says when the form does not come up, and offers ways to go on', async () => {
    const { form, view, workbench } = fixture;
    await view.open();
    await workbench.quickInput.runCommand('View: Close All Editors');
    const late = 'VS Code has not shown the form';
    let isLoadedAnew = false;
    await workbench.page.route(webviewPage, async (route) => {
      if (isLoadedAnew) {
        await route.continue();
      }
    });
    await view.row('Probation period').first().click();
    await workbench.notification(late).waitFor();
    await workbench.screenshot('75-form-late');
    await workbench.notificationButton(late, 'Edit as JSON').click();
    await json.text('Probation period').waitFor();
    await workbench.editorTab('PROBATION-00001').first().click();
    await workbench.notification(late).waitFor();
    workbench.page.once('domcontentloaded', () => (isLoadedAnew = true));
    await workbench.notificationButton(late, 'Reload Window').click();
    await form.title.getByText('Probation period').waitFor();
    await workbench.page.unroute(webviewPage);
  });
});
