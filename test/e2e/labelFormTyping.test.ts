import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { holdExtensionHosts } from '../host/extensionHostProcess.ts';
import { JsonEditor } from '../workbench/jsonEditor.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { labelWindow } from './windows.ts';

const tenantId = 'acme-europe';
const file = 'COUNCIL-00002';
const original = 'Works council member';
const otherFile = 'FIXED-TERM-00003';

describe('Typing into a label', () => {
  // VS Code logs an edit that it refuses because the document has changed; it is made again.
  const window = labelWindow.use(/failed to save|save error|changed in the meantime/i);
  let fixture: SandboxWorkbench;
  let json: JsonEditor;

  before(async () => {
    fixture = window();
    json = new JsonEditor(fixture.workbench);
    await fixture.view.row(`${original}, code COUNCIL-00002`).click();
    await fixture.form.field('Name').waitFor();
  });

  const name = async (): Promise<string> => await fixture.form.field('Name').inputValue();

  const shown = async (text: string): Promise<void> => {
    await fixture.form.title.getByText(text, { exact: true }).waitFor();
    await waitUntil(async () => (await name()) === text);
  };

  const served = (): string | null | undefined =>
    fixture.sandbox.control.labels(tenantId)[1]?.labelName;

  const clean = async (): Promise<void> => {
    await fixture.workbench.quickInput.runCommand('File: Revert File');
    await fixture.form.cleanTab(file).first().waitFor();
  };

  for (const pause of [0, 40, 80, 120, 160]) {
    it(`loses nothing that is typed ${pause} ms after an undo`, async () => {
      const { form, workbench } = fixture;
      await form.field('Name').press('End');
      await form.withoutPause(async () => await workbench.page.keyboard.type(' with a word'));
      await shown(`${original} with a word`);
      await form.field('Name').press('Control+z');
      await delay(pause);
      await workbench.page.keyboard.type('!?');
      await shown(`${original}!?`);
      await form.field('Name').press('Control+z');
      await shown(original);
      await form.cleanTab(file).first().waitFor();
    });
  }

  it('loses nothing where undo, redo and strokes come all at once', async () => {
    const { form, workbench } = fixture;
    const { keyboard } = workbench.page;
    await form.field('Name').press('End');
    const { resume } = holdExtensionHosts();
    try {
      await form.withoutPause(async () => await keyboard.type(' one'));
      await keyboard.press('Control+z');
      await keyboard.press('Control+y');
      await keyboard.type('?');
      await keyboard.press('Control+z');
      await keyboard.type('!');
    } finally {
      resume();
    }
    await shown(`${original} one!`);
    await clean();
    await shown(original);
  });

  it('makes one undo step of what is composed, and saves it when it is complete', async () => {
    const { form, workbench } = fixture;
    const { page } = workbench;
    const session = await page.context().newCDPSession(page);
    const compose = async (text: string): Promise<void> => {
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    };
    await form.field('Name').press('End');
    for (const text of ['s', 'sh', 'shi', '試', '試用']) {
      await compose(text);
    }
    assert.equal(await name(), `${original}試用`);
    await page.keyboard.press('Control+s');
    assert.equal(served(), original);
    await session.send('Input.insertText', { text: '試用期' });
    await form.status.getByText('Saved.').waitFor();
    assert.equal(served(), `${original}試用期`);
    await form.cleanTab(file).first().waitFor();
    await form.field('Name').press('Control+z');
    await shown(original);
    await form.field('Name').press('Control+s');
    await waitUntil(() => served() === original);
    await form.cleanTab(file).first().waitFor();
  });

  it('goes on where the language mode of the document is changed', async () => {
    const { form, workbench } = fixture;
    await json.open();
    await workbench.quickInput.runCommand('Change Language Mode');
    await workbench.quickInput.fill('JSON');
    await workbench.quickInput.pick('JSON');
    await json.goToEndOf(5);
    await workbench.page.keyboard.type('7');
    await workbench.editorTab(file).first().click();
    await form.changes.getByText('Status').waitFor();
    await form.field('Name').press('End');
    await workbench.page.keyboard.type('+');
    await shown(`${original}+`);
    await form.changes.getByText('Name').waitFor();
    await form.changes.getByText('Status').waitFor();
    await clean();
    await shown(original);
  });

  it('discards the changes of its own document, whatever tab is shown by then', async () => {
    const { form, view, workbench } = fixture;
    await view.row('Fixed-term contract, code FIXED-TERM-00003').click();
    await form.title.getByText('Fixed-term contract').waitFor();
    await form.field('Name').fill('To be kept');
    await form.dirtyTab(otherFile).waitFor();
    await workbench.editorTab(file).first().click();
    await form.title.getByText(original).waitFor();
    await form.field('Name').fill('To be discarded');
    await form.title.getByText('To be discarded').waitFor();
    const { resume } = holdExtensionHosts();
    try {
      await form.button('Discard Changes').click();
      await workbench.editorTab(otherFile).click();
      await workbench.page.locator('.tab.active', { hasText: otherFile }).waitFor();
    } finally {
      resume();
    }
    await form.cleanTab(file).first().waitFor();
    await form.dirtyTab(otherFile).waitFor();
    await form.title.getByText('To be kept').waitFor();
    await form.button('Discard Changes').click();
    await form.cleanTab(otherFile).waitFor();
    await workbench.editorTab(file).first().click();
    await shown(original);
  });

  it('says when what is typed does not arrive, and when it has', async () => {
    const { form, workbench } = fixture;
    const late = form.text('VS Code is not accepting input here.');
    await form.field('Name').press('End');
    const { resume } = holdExtensionHosts();
    try {
      await workbench.page.keyboard.type('!');
      await late.waitFor();
      await workbench.screenshot('79-late');
    } finally {
      resume();
    }
    await late.waitFor({ state: 'hidden' });
    await shown(`${original}!`);
    await clean();
    await shown(original);
  });

  it('says that a document is read-only instead of taking what cannot be saved', async () => {
    const { form, view, workbench } = fixture;
    const { quickInput } = workbench;
    await quickInput.runCommand('File: Set Active Editor Read-only in Session');
    await form.field('Name').press('End');
    await workbench.page.keyboard.type('!');
    await form.text('This document is read-only').waitFor();
    await waitUntil(async () => !(await form.field('Name').isEditable()));
    await shown(original);
    await workbench.screenshot('76-read-only');
    await quickInput.runCommand('File: Set Active Editor Writeable in Session');
    await view.row('Fixed-term contract, code FIXED-TERM-00003').click();
    await form.title.getByText('Fixed-term contract').waitFor();
    await workbench.editorTab(file).first().click();
    await form.text('This document is read-only').waitFor({ state: 'hidden' });
    await form.field('Name').press('End');
    await workbench.page.keyboard.type('!');
    await form.dirtyTab(file).first().waitFor();
    await clean();
    await shown(original);
  });

  it('shows what both sides have made of a field, and saves what is chosen', async () => {
    const { form, sandbox, workbench } = fixture;
    await form.field('Name').fill('Mine of both');
    await form.title.getByText('Mine of both').waitFor();
    fixture.renameLabel(1, 'Theirs of both');
    fixture.setStatus(1, 2);
    await form.button('Refresh').click();
    await form.text('Decide below whose values to keep').waitFor();
    await form.theirChange('Name').getByText('Theirs of both').waitFor();
    await form.theirChange('Status').getByText('Saving keeps their value').waitFor();
    await workbench.screenshot('77-conflict');
    await form.button('Keep Mine: Name').click();
    await form.text('Saving sends only what you have changed').waitFor();
    await form.field('Name').press('Control+s');
    await waitUntil(() => served() === 'Mine of both');
    assert.equal(sandbox.control.labels(tenantId)[1]?.labelStatus, 2);
    await form.text('Saving sends only what you have changed').waitFor({ state: 'hidden' });
  });

  it('takes what somebody else has made of a field where told to', async () => {
    const { form } = fixture;
    await form.field('Name').fill('Mine once more');
    await form.title.getByText('Mine once more').waitFor();
    fixture.renameLabel(1, 'Theirs once more');
    await form.button('Refresh').click();
    await form.button('Take Theirs: Name').click();
    await form.title.getByText('Theirs once more').waitFor();
    await form.text('Nothing has changed.').waitFor();
    await form.field('Name').press('Control+s');
    await form.status.getByText('Saved.').waitFor();
    assert.equal(served(), 'Theirs once more');
    await form.field('Name').fill(original);
    await form.dirtyTab(file).first().waitFor();
    await form.field('Name').press('Control+s');
    await waitUntil(() => served() === original);
    await form.cleanTab(file).first().waitFor();
  });

  it('warns of spaces at the ends and of a code that is taken, and takes one field back', async () => {
    const { form } = fixture;
    await form.field('Name').fill(`${original} `);
    await form.text('There are spaces at the beginning or the end.').waitFor();
    await form.button('Reset: Name').click();
    await shown(original);
    await form.text('There are spaces').waitFor({ state: 'hidden' });
    await form.field('Code').fill('FIXED-TERM-00003');
    await form.text('Another label has this code.').waitFor();
    await clean();
  });

  it('goes to the labels around it in the view, shows itself there, and can be copied', async () => {
    const { form, view, workbench } = fixture;
    await form.button('Next').click();
    await form.title.getByText('Fixed-term contract').waitFor();
    await form.button('Previous').click();
    await form.title.getByText(original).waitFor();
    await form.button('Copy Code').click();
    const copied = async (): Promise<string> =>
      await workbench.page.evaluate<string>('navigator.clipboard.readText()');
    await waitUntil(async () => (await copied()) === 'COUNCIL-00002');
    await form.button('Reveal in Labels').click();
    await view.focusedRow(`${original}, code COUNCIL-00002`).waitFor();
    await workbench.screenshot('78-around');
  });

  it('keeps the line breaks of a name that has several lines', async () => {
    const { form, view, workbench } = fixture;
    await workbench.quickInput.runCommand('View: Close All Editors');
    fixture.renameLabel(1, 'First line\r\nSecond line\r\nThird line');
    await view.row(`${original}, code COUNCIL-00002`).click();
    await form.title.getByText('First line').waitFor();
    await form.field('Name').press('Control+End');
    await workbench.page.keyboard.type('!');
    await form.field('Name').press('Control+Home');
    await workbench.page.keyboard.type('The ');
    await form.field('Name').press('Control+s');
    await waitUntil(() => served() === 'The First line\r\nSecond line\r\nThird line!');
  });

  it('refuses a status that it could not send as it is', async () => {
    const { form, workbench } = fixture;
    const status = workbench.webview.getByRole('textbox', { name: 'Status as a number' });
    await workbench.webview.getByRole('combobox', { name: 'Status' }).selectOption('other');
    await status.fill(' 9007199254740993');
    await form.field('Name').focus();
    await form.text('The status must be a whole number').waitFor();
    assert.equal(await status.inputValue(), ' 9007199254740993');
  });
});
