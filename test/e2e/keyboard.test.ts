import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { LabelForm } from '../workbench/labelForm.ts';
import { LabelsView } from '../workbench/labelsView.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { Workbench } from '../workbench/workbench.ts';

describe('With the keyboard alone', () => {
  let sandbox: Sandbox;
  let workbench: Workbench;
  let view: LabelsView;
  let form: LabelForm;

  before(async () => {
    sandbox = await startSandbox({ labels: 50, oddLabels: true });
    workbench = await Workbench.start({ settings: { 'workforce.labels.pageSize': 10 } });
    view = new LabelsView(workbench);
    form = new LabelForm(workbench);
  });

  afterEach(async function () {
    await screenshotOnFailure(this, workbench);
  });

  after(async () => {
    await workbench.stop();
    await sandbox.close();
  });

  const step = async (number: number, text: string): Promise<void> => {
    const { quickInput, page } = workbench;
    await quickInput.widget.getByText(`(${number}/6)`).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  };

  const typeCommand = async (title: string): Promise<void> => {
    const { page, quickInput } = workbench;
    await page.keyboard.press('F1');
    await quickInput.input.waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`>${title}`);
    await quickInput.chooseCommand(title, async () => {
      // It is the first one, also when VS Code begins with that again.
      const isFocused = await quickInput.focusedRow(title).isVisible();
      if (isFocused) {
        await page.keyboard.press('Enter');
      }
      return isFocused;
    });
  };

  it('a person adds a connection, with a hint where something is wrong', async () => {
    const { page, quickInput } = workbench;
    await typeCommand('Workforce: Add Connection…');
    await step(1, 'Acme test');
    await workbench.screenshot('50-connection-name');
    await page.keyboard.press('Enter');
    await step(2, 'http://workforce.example.com');
    await page.keyboard.press('Enter');
    await quickInput.widget.getByText('https').waitFor();
    await workbench.screenshot('51-connection-address-refused');
    await step(2, sandbox.baseUrl);
    await page.keyboard.press('Enter');
    await step(3, sandbox.clientId);
    await page.keyboard.press('Enter');
    await step(4, sandbox.clientSecret);
    assert.equal(await quickInput.input.getAttribute('type'), 'password');
    await workbench.screenshot('52-connection-secret');
    await page.keyboard.press('Enter');
    await step(5, `${sandbox.baseUrl}/relay`);
    await workbench.screenshot('53-connection-redirect');
    await page.keyboard.press('Enter');
    await quickInput.widget.getByText('(6/6)').waitFor();
    await workbench.screenshot('54-connection-permissions');
    await page.keyboard.press('Enter');
    await workbench.notification('The connection Acme test was added.').waitFor();
    await workbench.screenshot('55-connection-added');
    await workbench.dismissNotifications();
  });

  it('signs in from the welcome view', async () => {
    const { page } = workbench;
    await typeCommand('View: Show Workforce');
    await workbench.quickInput.closed();
    await view.welcomeButton('Sign In').waitFor();
    await page.keyboard.press('Tab');
    await view.welcomeButton('Sign In').and(page.locator(':focus')).waitFor();
    await workbench.screenshot('56-focus-on-sign-in');
    const website = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    const authorizePage = await website;
    const approve = authorizePage.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    while ((await approve.and(authorizePage.locator(':focus')).count()) === 0) {
      await authorizePage.keyboard.press('Tab');
    }
    await authorizePage.keyboard.press('Enter');
    await view.row('Probation period').waitFor();
    await workbench.notification('Signing in to').waitFor({ state: 'hidden' });
    await authorizePage.close();
    await page.bringToFront();
  });

  it('finds, filters and loads anew while the view has the focus', async () => {
    const { page, quickInput } = workbench;
    await typeCommand('Workforce: Focus on Labels View');
    await quickInput.closed();
    await view.waitForFocus();
    await page.keyboard.press('Control+f');
    await quickInput.widget.getByText('Find Label').waitFor();
    await page.keyboard.press('Escape');
    await quickInput.closed();
    await view.waitForFocus();
    await page.keyboard.press('Control+Shift+l');
    await quickInput.widget.getByText('Filter Labels').waitFor();
    await page.keyboard.press('Escape');
    await quickInput.closed();
    await view.waitForFocus();
    const [first] = sandbox.control.labels('acme-europe');
    assert.ok(first?.labelName);
    sandbox.control.updateLabel('acme-europe', first.id, { labelName: 'Trial period' });
    await page.keyboard.press('F5');
    await view.row('Trial period').waitFor();
    sandbox.control.updateLabel('acme-europe', first.id, { labelName: first.labelName });
    await page.keyboard.press('F5');
    await view.row(first.labelName).waitFor();
  });

  it('goes through the labels, loads more and opens one', async () => {
    const { page } = workbench;
    await typeCommand('Workforce: Focus on Labels View');
    await workbench.quickInput.closed();
    await view.waitForFocus();
    await page.keyboard.press('End');
    await view.focusedRow('Load more (10 of 50)').waitFor();
    await page.keyboard.press('Enter');
    const [last, firstNew] = sandbox.control.labels('acme-europe').slice(9);
    await view.selectedRow(firstNew?.labelName?.trim() ?? '').waitFor();
    // The focus does not move when rows arrive, whatever it is on by then.
    await view.focusedRow(last?.labelName?.trim() ?? '').waitFor();
    await page.keyboard.press('ArrowDown');
    await view.focusedRow(firstNew?.labelName?.trim() ?? '').waitFor();
    await page.keyboard.press('Home');
    await view.focusedRow('Probation period').waitFor();
    await page.keyboard.press('ArrowDown');
    await view.focusedRow('Works council member').waitFor();
    await page.keyboard.press('Enter');
    await form.focusedField('Name').waitFor();
    await workbench.screenshot('57-opened');
  });

  it('changes and saves it', async () => {
    const { page } = workbench;
    const name = form.field('Name');
    await page.keyboard.press('Shift+Tab');
    await form.focusedField('Code').waitFor();
    await page.keyboard.press('Tab');
    await form.focusedField('Name').waitFor();
    await workbench.screenshot('58-focus-in-form');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Works council');
    assert.equal(await name.inputValue(), 'Works council');
    await form.dirtyTab('COUNCIL-00002').waitFor();
    await page.keyboard.press('Control+s');
    await form.cleanTab('COUNCIL-00002').waitFor();
    const [, label] = sandbox.control.labels('acme-europe');
    assert.equal(label?.labelName, 'Works council');
  });
});
