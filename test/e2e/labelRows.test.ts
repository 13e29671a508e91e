import assert from 'node:assert/strict';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { labelWindow } from './windows.ts';

const tenant = 'acme-europe';

describe('The rows of labels', () => {
  const window = labelWindow.use();
  let fixture: SandboxWorkbench;

  before(() => {
    fixture = window();
  });

  async function clipboardText(): Promise<unknown> {
    return await fixture.workbench.page.evaluate('navigator.clipboard.readText()');
  }

  /** Selects the first three labels, and returns their names. */
  async function selectThree(): Promise<readonly string[]> {
    const names = fixture.sandbox.control
      .labels(tenant)
      .slice(0, 3)
      .map(({ labelName }) => labelName ?? '');
    const [first = '', , third = ''] = names;
    await fixture.view.row(first).click();
    await fixture.view.row(third).click({ modifiers: ['Shift'] });
    await fixture.view.selectedRow(third).waitFor();
    return names;
  }

  it('are copied, all that are selected', async () => {
    const { workbench, view } = fixture;
    const names = await selectThree();
    await view.row(names[1] ?? '').click({ button: 'right' });
    await workbench.menu.item('Copy Name').waitFor();
    await workbench.screenshot('70-row-menu');
    await workbench.menu.choose('Copy Name');
    await waitUntil(async () => (await clipboardText()) === names.join('\n'));
  });

  it('are copied with the keyboard', async () => {
    const { page } = fixture.workbench;
    const names = await selectThree();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Control+c');
    await waitUntil(async () => (await clipboardText()) === names.slice(0, 2).join('\n'));
  });

  it('are copied as rows for a spreadsheet', async () => {
    const { sandbox, workbench, view } = fixture;
    const [first = ''] = await selectThree();
    await view.row(first).click({ button: 'right' });
    await workbench.menu.choose('Copy Rows for Spreadsheets');
    const rows = sandbox.control
      .labels(tenant)
      .slice(0, 3)
      // A spreadsheet would round the id.
      .map(({ id, labelCode, labelName, labelStatus }) =>
        [`'${id}`, labelCode, labelName, labelStatus].join('\t'),
      );
    await waitUntil(async () => (await clipboardText()) === `${rows.join('\n')}\n`);
  });

  it('say their code and their status', async () => {
    await fixture.view.row('Probation period').getByText('PROBATION-00001 · Active').waitFor();
  });

  it('are dragged into a text, one line each', async () => {
    const { workbench, view } = fixture;
    const names = await selectThree();
    await workbench.quickInput.runCommand('File: New Untitled Text File');
    const editor = workbench.page.locator('.editor-group-container.active .monaco-editor').first();
    await editor.waitFor();
    await view.row(names[1] ?? '').dragTo(editor, { targetPosition: { x: 200, y: 10 } });
    const text = editor.locator('.view-lines');
    await text.getByText(names[2] ?? '').waitFor();
    await workbench.screenshot('71-dragged-rows');
    const lines = (await editor.locator('.view-line').allInnerTexts()).map((line) =>
      line.replaceAll('\u00a0', ' '),
    );
    assert.deepEqual(lines, names);
  });

  it('are all loaded by a button on the last one', async () => {
    const { workbench, view } = fixture;
    await view.row('Load more (20 of 30)').hover();
    const button = workbench.sidebarButton('Load All Labels').last();
    await button.waitFor();
    await workbench.screenshot('72-load-all-button');
    await button.click();
    await view.row('Load more').waitFor({ state: 'hidden' });
    const last = fixture.sandbox.control.labels(tenant).at(-1);
    await view.scrollTo(view.row(last?.labelName ?? ''));
  });
});
