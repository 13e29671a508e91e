import assert from 'node:assert/strict';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { unhurriedSettings } from '../host/profile.ts';
import { invisibleCharacter } from '../support/hostileText.ts';
import { JsonEditor } from '../workbench/jsonEditor.ts';
import { connectionTo, SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';

const tenant = 'acme-europe';
const hostileTenant = '[Tenant](command:workbench.action.terminal.new) $(trash)';
const hostileClientId = '[Client](command:workbench.action.terminal.new) $(trash)';
const hostileCode =
  '[VIP](command:workbench.action.terminal.sendSequence?{"text":"{touch,pwn}\\n"})';
const hostileName = '[Nothing was sent. Click here to close';
const hostileMarkup = '</script><img src=x><a href="https://evil.example">Sign in</a>';
const hostileAddresses = 'Reset https://evil.example/login www.evil.example m@evil.example';
/** Names of labels that have a picture of their tooltip, with its name. */
const hostileRows = {
  [hostileName]: 'bracket',
  [hostileAddresses]: 'addresses',
  [hostileMarkup]: 'markup',
};
const hostileMessage =
  '[Sign in again](command:workbench.action.terminal.new) $(trash) [Click here';

describe('Texts of other people', () => {
  let fixture: SandboxWorkbench;
  let label: LabelRecord;

  before(async () => {
    fixture = await SandboxWorkbench.start({
      sandbox: { labels: 30, oddLabels: false, tokenFields: { tenant_id: hostileTenant } },
      settings: {
        'workbench.hover.delay': 500,
        'workforce.labels.statusNames': { 5555: hostileAddresses },
      },
    });
    const { control } = fixture.sandbox;
    const first = control.labels(tenant)[0];
    assert.ok(first);
    label = first;
    control.updateLabel(tenant, label.id, { labelCode: hostileCode, labelName: hostileName });
    const second = control.labels(tenant)[1];
    assert.ok(second);
    control.updateLabel(tenant, second.id, {
      labelName: `${hostileAddresses} ${'*'.repeat(20_000)}`,
      labelStatus: 5555,
    });
    const last = control.labels(tenant)[3];
    assert.ok(last);
    control.updateLabel(tenant, last.id, { labelName: hostileMarkup });
    await fixture.signInFirst();
    await fixture.view.row(hostileName).click();
    await fixture.form.field('Name').waitFor();
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
    fixture.sandbox.control.setOption({ gateway: [] });
    await fixture.workbench.dismissNotifications();
  });

  after(async () => {
    // VS Code logs the saves that fail, as it tells of them.
    await fixture.stop(/failed to save|save error|has changed in the meantime/i);
  });

  /** Where the links lead that the window has in notifications, quick inputs and dialogs. */
  async function links(): Promise<string[]> {
    const { page } = fixture.workbench;
    return await page
      .locator(
        '.notifications-toasts, .notifications-center, .quick-input-widget, .monaco-dialog-box',
      )
      .locator('a[href]:not(.action-label):not(.monaco-button), a[data-href]')
      .evaluateAll((found: { href: string; dataset: { href?: string } }[]) =>
        found.map(({ dataset, href }) => dataset.href ?? href),
      );
  }

  it('make a table in the tooltip of a row, which is nothing but text', async () => {
    const { view, workbench } = fixture;
    const tooltip = workbench.page.locator('.monaco-hover:visible');
    const show = async (name: string, picture: string): Promise<void> => {
      const { id } =
        fixture.sandbox.control
          .labels(tenant)
          .find(({ labelName }) => labelName?.startsWith(name)) ?? {};
      assert.ok(id);
      await view.leaveRows();
      await view.row(name).hover();
      await tooltip.locator('table').getByText(id).waitFor();
      assert.ok((await tooltip.innerText()).includes(name));
      assert.equal(await tooltip.locator('a, img, script').count(), 0);
      await workbench.screenshot(`101-hostile-tooltip-${picture}`);
    };
    for (const [name, picture] of Object.entries(hostileRows)) {
      await show(name, `${picture}-light`);
    }
    // What a text becomes is the same in each theme, but not its colors.
    for (const theme of ['dark', 'highContrast'] as const) {
      await workbench.setTheme(theme);
      await show(hostileMarkup, `markup-${theme}`);
    }
    // A tooltip would come up over the rows that are clicked from here on.
    await view.leaveRows();
    await workbench.changeSettings(unhurriedSettings);
    await workbench.setTheme('light');
    await view.open();
    await view.row(hostileName).waitFor();
  });

  it('make no link in the JSON of a label, and in what is said of it', async () => {
    const { view, workbench } = fixture;
    await view.row(hostileAddresses).click();
    // Until then the form of the label before is there.
    await fixture.form.title.getByText(hostileAddresses).waitFor();
    const json = new JsonEditor(workbench);
    await json.open();
    const help = await json.hover('5555');
    await help.getByText(hostileAddresses).waitFor();
    await workbench.screenshot('103-hostile-json');
    assert.equal(await help.locator('a').count(), 0);
    assert.equal(await workbench.page.locator('.editor-instance .detected-link').count(), 0);
    await workbench.quickInput.runCommand('View: Close All Editors');
    await view.row(hostileName).click();
    await fixture.form.title.getByText(hostileName).waitFor();
  });

  it('show what is invisible in the form', async () => {
    const { form, sandbox, view, workbench } = fixture;
    const third = sandbox.control.labels(tenant)[2];
    assert.ok(third);
    const labelName = 'Sen\u202Eior\u200B';
    sandbox.control.updateLabel(tenant, third.id, { labelName });
    await workbench.clickSidebarButton('Refresh Labels');
    await view.row(String.raw`Sen\u{202e}ior`).click();
    await form.title.getByText(String.raw`Sen\u{202e}ior\u{200b}`).waitFor();
    await form.text(String.raw`There are invisible characters: \u{202e} \u{200b}.`).waitFor();
    // Only what people edit stays as it is.
    assert.equal(await form.field('Name').inputValue(), labelName);
    await form.field('Name').press('End');
    await workbench.page.keyboard.type('  x ');
    await form.changes.getByText(String.raw`Sen\u{202e}ior\u{200b} \u{20}x\u{20}`).waitFor();
    assert.doesNotMatch(await workbench.webview.locator('main').innerText(), invisibleCharacter);
    await workbench.screenshot('102-hostile-form');
    await form.button('Discard Changes').click();
    await form.cleanTab(third.labelCode ?? '').waitFor();
    await workbench.quickInput.runCommand('View: Close All Editors');
    await view.row(hostileName).click();
    await form.title.getByText(hostileName).waitFor();
  });

  it('do not stop the window with marks piled on a letter, which no input shows', async () => {
    const { form, sandbox, view, workbench } = fixture;
    const piled = sandbox.control.labels(tenant)[4];
    assert.ok(piled);
    const labelName = `Piled ${'\u0301'.repeat(30_000)}`;
    sandbox.control.updateLabel(tenant, piled.id, { labelName });
    await workbench.clickSidebarButton('Refresh Labels');
    await view.row('Piled').click();
    await form.text('A character has too many combining marks').waitFor();
    assert.equal(await form.field('Name').isEditable(), false);
    assert.match(await form.field('Name').inputValue(), /\\u\{301\}/);
    await workbench.screenshot('104-hostile-marks');
    await form.field('Code').press('End');
    await workbench.page.keyboard.type('-X');
    await form.changes.getByText('-X').waitFor();
    await form.field('Code').press('Control+s');
    await form.status.getByText('Saved.').waitFor();
    const saved = sandbox.control.labels(tenant).find(({ id }) => id === piled.id);
    assert.deepEqual([saved?.labelCode, saved?.labelName], [`${piled.labelCode}-X`, labelName]);
    await view.row(hostileName).click();
    await form.title.getByText(hostileName).waitFor();
  });

  it('make no link in the conflict of a save', async () => {
    const { form, sandbox, workbench } = fixture;
    await form.field('Name').fill('Mine');
    sandbox.control.updateLabel(tenant, label.id, { labelName: `${hostileName} today` });
    await form.field('Name').press('Control+s');
    const conflict = workbench.notification('The content of the file is newer');
    await conflict.waitFor();
    await workbench.screenshot('95-hostile-conflict');
    assert.deepEqual(await links(), []);
    await conflict.getByRole('button', { name: 'Overwrite' }).click();
    await workbench.dialog.waitFor();
    await workbench.screenshot('95-hostile-overwrite');
    await workbench.dialogButton('Overwrite').click();
    await form.status.getByText('Saved.').waitFor();
  });

  it('make no link in the refusal of a save', async () => {
    const { form, sandbox, workbench } = fixture;
    sandbox.control.setOption({
      gateway: [
        { endpoint: 'update', status: 200, body: 'envelope', code: 7, message: hostileMessage },
      ],
    });
    await form.field('Name').fill('Refused');
    await form.field('Name').press('Control+s');
    const refusal = workbench.notification('Failed to save');
    await refusal.waitFor();
    await workbench.screenshot('96-hostile-refusal');
    assert.match(
      await refusal.locator('.notification-list-item-message').innerText(),
      /\[Sign in again\] \(command:workbench\.action\.terminal\.new\) \$\(trash\) ［Click here/,
    );
    assert.deepEqual(await links(), []);
    await form.field('Name').press('Control+z');
  });

  it('make no link in the prompt that asks for the name of an account', async () => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await quickInput.runCommand('Workforce: Rename Account…');
    await quickInput.message
      .getByText('[Tenant] (command:workbench.action.terminal.new)')
      .waitFor();
    await workbench.screenshot('97-hostile-tenant');
    assert.deepEqual(await links(), []);
    await quickInput.dismiss();
  });

  it('make no link in the question before changes are applied', async () => {
    const { sandbox, view, workbench } = fixture;
    const labelName = `${hostileName} ${hostileAddresses}`;
    sandbox.control.updateLabel(tenant, label.id, { labelName });
    await workbench.clickSidebarButton('Refresh Labels');
    await view.row(hostileName).click({ button: 'right' });
    await workbench.menu.choose('Set Status…');
    await workbench.quickInput.fill('17');
    await workbench.quickInput.focusedRow('Status 17').waitFor();
    await workbench.quickInput.accept();
    await workbench.dialogButton('Show Changes').waitFor();
    await workbench.screenshot('98-hostile-question');
    assert.deepEqual(await links(), []);
    await workbench.dialogButton('Show Changes').click();
    await fixture.review.text(hostileName).first().waitFor();
    await workbench.screenshot('99-hostile-review');
    assert.equal(await workbench.webview.locator('a, img, script[src]').count(), 0);
    assert.deepEqual(await links(), []);
    await fixture.review.cancelButton.click();
    await workbench.editorTab('Set Status').waitFor({ state: 'hidden' });
  });

  it('make no link in the prompt that asks for a client secret', async () => {
    const { sandbox, view, workbench } = fixture;
    const { quickInput } = workbench;
    await quickInput.runCommand('View: Close All Editors');
    await workbench.changeSettings(
      connectionTo({ baseUrl: sandbox.baseUrl, clientId: hostileClientId }),
    );
    await view.open();
    await quickInput.runCommand('Workforce: Set Client Secret…');
    await quickInput.message
      .getByText('[Client] (command:workbench.action.terminal.new)')
      .waitFor();
    await workbench.screenshot('100-hostile-client');
    assert.deepEqual(await links(), []);
    await quickInput.dismiss();
  });
});
