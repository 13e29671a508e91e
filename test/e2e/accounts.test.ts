import assert from 'node:assert/strict';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { accountsWindow } from './windows.ts';

describe('Several accounts', () => {
  const window = accountsWindow.use();
  let fixture: SandboxWorkbench;

  before(() => {
    fixture = window();
  });

  it('are one root each', async () => {
    const { view, workbench } = fixture;
    await view.signIn({ tenant: 'Acme Asia' });
    await view.row('Account acme-europe · hr-administrator').waitFor();
    await view.row('Account acme-asia · hr-administrator').waitFor();
    await view.message.waitFor({ state: 'hidden' });
    // The labels of the first would hide the second.
    await waitUntil(async () => (await view.rows.count()) === 2);
    await workbench.screenshot('20-two-accounts-folded');
    await view.row('Account acme-europe · hr-administrator').click();
    await view.row('Load more (10 of 500)').waitFor();
    await view.row('Account acme-asia · hr-administrator').click();
    await view.row('Load more (10 of 500)').nth(1).waitFor();
    await workbench.screenshot('20-two-accounts');
    await workbench.resizeSidebar(200);
    await workbench.screenshot('21-two-accounts-narrow');
    await workbench.resizeSidebar(300);
  });

  it('have labels changed of one account at a time', async () => {
    const { sandbox, view, workbench } = fixture;
    const { dialog, quickInput } = workbench;
    const statuses = (tenant: string): (number | undefined)[] =>
      sandbox.control
        .labels(tenant)
        .slice(0, 3)
        .map(({ labelStatus }) => labelStatus);
    const [before, inAsia] = [statuses('acme-europe'), statuses('acme-asia')];
    const [asian, european] = [
      view.row('Probation period').first(),
      view.row('Probation period').last(),
    ];
    await asian.click();
    await european.click({ modifiers: ['Control'] });
    await quickInput.runCommand('Workforce: Set Status…');
    await workbench.notification('Select labels of one account only.').waitFor();
    await workbench.dismissNotifications();
    await european.click();
    await view
      .row('Works council member')
      .last()
      .click({ modifiers: ['Shift'] });
    await quickInput.runCommand('Workforce: Set Status…');
    await quickInput.pick('Closed');
    await dialog.getByText('Set the status of 2 labels to Closed (9)?').waitFor();
    await dialog.getByRole('button', { name: 'Set Status' }).click();
    await workbench.notification('2 labels changed.').waitFor();
    assert.deepEqual(statuses('acme-europe'), [9, 9, before[2]]);
    assert.deepEqual(statuses('acme-asia'), inAsia);
    await workbench.dismissNotifications();
  });

  it('are exported one at a time, the one that is selected, and searched all at once', async () => {
    const { form, view, workbench } = fixture;
    const { quickInput } = workbench;
    await view.row('Account acme-asia · hr-administrator').click();
    await quickInput.runCommand('Workforce: Export Labels…');
    await quickInput.widget
      .getByText('Export All Labels: acme-asia · hr-administrator (Acme test)')
      .waitFor();
    await quickInput.dismiss();
    await quickInput.runCommand('Workforce: Find Label…');
    await quickInput.fill('SHIFT-00006');
    // The accounts' names stand beside it.
    const asian = quickInput.widget.getByText('SHIFT-00006 · Status 1 · acme-asia');
    await asian.waitFor();
    await quickInput.widget.getByText('SHIFT-00006 · Status 0 · acme-europe').waitFor();
    await workbench.screenshot('21-found-in-all-accounts');
    // In the order of the accounts, whichever has answered first: its row is active then, and stays so.
    const rows = await quickInput.rows.allInnerTexts();
    assert.match(rows.join('\n'), /acme-asia[^]*acme-europe/);
    await asian.click();
    await workbench.webview.getByText('acme-asia · hr-administrator').waitFor();
    assert.equal(await form.field('Code').inputValue(), 'SHIFT-00006');
  });

  it('are meant by the view’s menu and buttons, not the label that has the focus', async () => {
    const { view, workbench } = fixture;
    const { quickInput } = workbench;
    const label = view.row('Probation period').first();
    await label.click();
    await view.waitForFocus();
    await workbench.chooseInViewTitle('Export Labels…');
    await quickInput.widget
      .getByText('Export All Labels: acme-europe · hr-administrator (Acme test)')
      .waitFor();
    await quickInput.dismiss();
    await workbench.chooseInViewTitle('Compare Accounts…');
    await quickInput.widget.getByText('Compare Accounts (1/2)').waitFor();
    await quickInput.dismiss();
    await workbench.clickSidebarButton('Find Label');
    await quickInput.fill('SHIFT-00006');
    await quickInput.widget.getByText('SHIFT-00006 · Status 1 · acme-asia').waitFor();
    await quickInput.widget.getByText('SHIFT-00006 · Status 0 · acme-europe').waitFor();
    await quickInput.dismiss();
    // The menu of its own means the label.
    await label.click({ button: 'right' });
    await workbench.menu.choose('Export Labels…');
    await quickInput.widget
      .getByText('Export Labels: acme-europe · hr-administrator (Acme test), 1 label')
      .waitFor();
    await quickInput.dismiss();
    // Several that are selected are a choice.
    await view
      .row('Works council member')
      .first()
      .click({ modifiers: ['Shift'] });
    await workbench.chooseInViewTitle('Open as Table');
    await quickInput.row('Selected: 2 labels').waitFor();
    await quickInput.row('All labels').waitFor();
    await quickInput.dismiss();
  });

  it('have a button each that clears the filter', async () => {
    const { view, workbench } = fixture;
    const { quickInput } = workbench;
    const row = view.row('Account acme-asia · hr-administrator');
    await row.click();
    await quickInput.runCommand('Workforce: Filter Labels…');
    await quickInput.pick('Name');
    await quickInput.answer('empty removes it', 'Probation');
    await row.getByText('Filter: name “Probation”').waitFor();
    await view.row('Works council member').nth(1).waitFor({ state: 'hidden' });
    await row.hover();
    await workbench.screenshot('25-filtered-account');
    await row.getByRole('button', { name: 'Clear Filter' }).click();
    await row.getByText('Filter:').waitFor({ state: 'hidden' });
    await view.row('Load more (10 of 500)').first().waitFor();
  });

  it('are told apart where one has to be chosen', async () => {
    const { view, workbench } = fixture;
    await view.row('Account acme-asia · hr-administrator').click();
    // The menu of the view means no row, whichever has the focus.
    await workbench.chooseInViewTitle('Show Account Details');
    await workbench.quickInput.row('acme-europe · hr-administrator').waitFor();
    await workbench.quickInput.dismiss();
    await workbench.quickInput.runCommand('Workforce: Sign Out');
    await workbench.quickInput.row('acme-europe · hr-administrator').waitFor();
    await workbench.screenshot('22-which-account');
    await workbench.quickInput.pick('acme-asia · hr-administrator');
    await workbench.dialogButton('Sign Out').waitFor();
    await workbench.screenshot('22-sign-out');
    await workbench.dialogButton('Sign Out').click();
  });

  it('stay when another signs out', async () => {
    const { view, workbench } = fixture;
    await view.row('Account').first().waitFor({ state: 'hidden' });
    await view.message.getByText('acme-europe · hr-administrator').waitFor();
    await view.row('Probation period').waitFor();
    await workbench.screenshot('23-one-account-left');
    await workbench.clickSidebarButton('Refresh Labels');
    await view.row('Load more (10 of 500)').waitFor();
  });

  it('are gone when the last signs out', async () => {
    const { view, workbench } = fixture;
    await workbench.quickInput.runCommand('Workforce: Sign Out');
    await workbench.dialogButton('Sign Out').click();
    await view.welcomeButton('Sign In').waitFor();
    await view.rows.first().waitFor({ state: 'hidden' });
    await view.message.waitFor({ state: 'hidden' });
    await workbench.screenshot('24-signed-out');
  });
});
