import assert from 'node:assert/strict';
import { visibleText } from '../../src/core/text/visibleText.ts';
import { invisibleCharacter } from '../support/hostileText.ts';
import { assertAccessible, fitsInWidth, resizeWebview } from '../workbench/formAudit.ts';
import { JsonEditor } from '../workbench/jsonEditor.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { labelWindow } from './windows.ts';

const themes = ['light', 'dark', 'highContrast', 'highContrastLight'] as const;
const tenantId = 'acme-europe';
const file = 'COUNCIL-00002';
/** Labels that would break a careless form: reversed text, HTML, Markdown, no name. */
const hostile = [6, 7, 8, 9, 12];

describe('The label form', () => {
  const window = labelWindow.use();
  let fixture: SandboxWorkbench;

  before(() => {
    fixture = window();
  });

  const label = (index: number) => {
    const found = fixture.sandbox.control.labels(tenantId)[index];
    assert.ok(found);
    return found;
  };

  const open = async (index: number): Promise<void> => {
    const { form, view } = fixture;
    await view.rowAt(index).click();
    await form.text(label(index).id).waitFor();
  };

  const resize = async (width: number, height: number): Promise<void> =>
    await resizeWebview(fixture.workbench, width, height);

  it('shows hostile labels as text', async () => {
    const { form, workbench } = fixture;
    for (const index of hostile) {
      await open(index);
      const { labelCode, labelName } = label(index);
      assert.equal(await form.field('Name').inputValue(), labelName ?? '');
      assert.equal(await form.field('Code').inputValue(), labelCode);
      assert.equal(await form.title.textContent(), visibleText(labelName ?? labelCode ?? ''));
      assert.equal(await workbench.webview.locator('main :is(img, script, a)').count(), 0);
      // Only what people edit stays as it is.
      assert.doesNotMatch(await workbench.webview.locator('main').innerText(), invisibleCharacter);
      const value = await workbench.webview.locator('.readOnly dd').first().boundingBox();
      assert.ok(value && value.width > 200, JSON.stringify(value));
    }
    await workbench.screenshot('90-hostile');
    assert.deepEqual(await workbench.notificationTexts(), []);
  });

  it('takes 10,000 characters', async () => {
    const { form, sandbox, view, workbench } = fixture;
    const long = 'Ωx9 '.repeat(2500);
    sandbox.control.updateLabel(tenantId, label(16).id, { labelName: long });
    await workbench.clickSidebarButton('Refresh Labels');
    await view.row('Ωx9 Ωx9').waitFor();
    await open(16);
    assert.equal(await form.field('Name').inputValue(), long);
    await form.field('Name').press('End');
    await workbench.page.keyboard.type('end');
    await form.dirtyTab(label(16).labelCode ?? '').waitFor();
    await form.changes.getByText('end').waitFor();
    await workbench.screenshot('91-long');
    assert.ok(await fitsInWidth(workbench));
    await form.field('Name').press('Control+s');
    await form.status.getByText('Saved.').waitFor();
    assert.equal(label(16).labelName, `${long}end`);
  });

  it('can be filled in with the keyboard alone', async () => {
    const { form, workbench } = fixture;
    const { keyboard } = workbench.page;
    await open(1);
    await form.field('Code').focus();
    await keyboard.press('End');
    await keyboard.type('x');
    await keyboard.press('Backspace');
    await keyboard.press('Tab');
    await keyboard.press('Control+a');
    await keyboard.type('By keyboard');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await form.changes.getByText('Status').waitFor();
    await workbench.screenshot('92-keyboard');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await form.status.getByText('Saved.').waitFor();
    assert.equal(label(1).labelName, 'By keyboard');
    assert.equal(label(1).labelStatus, 2);
    assert.equal(label(1).labelCode, 'COUNCIL-00002');
  });

  it('is accessible in every theme and looks like a part of it, wide and narrow', async () => {
    const { form, workbench } = fixture;
    await workbench.quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
    await form.field('Name').fill('Works council (elected)');
    await form.field('Code').fill('');
    await form.text('Nothing can be sent').waitFor();
    fixture.renameLabel(1, 'إجازة سنوية');
    await form.button('Refresh').click();
    await form.theirChange('Name').waitFor();
    for (const theme of themes) {
      await workbench.setTheme(theme);
      await assertAccessible(workbench);
      for (const width of [900, 320]) {
        await resize(width, 800);
        assert.ok(await fitsInWidth(workbench));
        await workbench.screenshot(`93-form-${theme}-${width}`);
      }
      await resize(900, 800);
    }
  });

  it('is accessible in every theme while the JSON cannot be read', async () => {
    const { form, workbench } = fixture;
    await form.field('Code').fill('COUNCIL-00002');
    const json = new JsonEditor(workbench);
    await json.open();
    await workbench.page.keyboard.type('!');
    await workbench.editorTab(file).first().click();
    await form.button('Open as JSON').waitFor();
    for (const theme of themes) {
      await workbench.setTheme(theme);
      await assertAccessible(workbench);
      await workbench.screenshot(`94-unreadable-${theme}`);
    }
  });

  it('fits at a zoom of 200 %', async () => {
    const { workbench } = fixture;
    // What a browser does with 1280 × 800 at that zoom.
    await workbench.page.setViewportSize({ width: 640, height: 400 });
    assert.ok(await fitsInWidth(workbench));
    await workbench.screenshot('95-zoomed');
  });
});
