import assert from 'node:assert/strict';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';

describe('Several accounts', () => {
  let fixture: SandboxWorkbench;

  before(async () => {
    fixture = await SandboxWorkbench.start({
      settings: {
        'workforce.labels.pageSize': 10,
        'workforce.labels.statusNames': { '9': 'Closed' },
      },
    });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  after(async () => await fixture.stop());

  it('are one root each', async () => {
    const { view, workbench } = fixture;
    await fixture.signInFirst({ tenant: 'Acme Europe' });
    await view.signIn({ tenant: 'Acme Asia' });
    await view.row('Account acme-europe · hr-administrator').waitFor();
    await view.row('Account acme-asia · hr-administrator').waitFor();
    await view.row('Load more (10 of 500)').nth(1).waitFor();
    await view.message.waitFor({ state: 'hidden' });
    for (const theme of ['dark', 'light'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`20-two-accounts-${theme}`);
    }
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
    await workbench.notification('Labels changed: 2.').waitFor();
    assert.deepEqual(statuses('acme-europe'), [9, 9, before[2]]);
    assert.deepEqual(statuses('acme-asia'), inAsia);
    await workbench.dismissNotifications();
  });

  it('are exported one at a time, the one that is selected, and searched all at once', async () => {
    const { form, view, workbench } = fixture;
    const { quickInput } = workbench;
    await view.row('Account acme-asia · hr-administrator').click();
    await quickInput.runCommand('Workforce: Export Labels…');
    await quickInput.widget.getByText('Export All Labels: acme-asia · hr-administrator').waitFor();
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

  it('have a button each that clears the filter', async () => {
    const { view, workbench } = fixture;
    const { quickInput } = workbench;
    const row = view.row('Account acme-asia · hr-administrator');
    await row.click();
    await quickInput.runCommand('Workforce: Filter Labels…');
    await quickInput.pick('Name');
    await quickInput.widget.getByText('leave it empty').waitFor();
    await quickInput.fill('Probation');
    await quickInput.accept();
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
    await workbench.quickInput.runCommand('Workforce: Sign Out');
    await workbench.quickInput.row('acme-europe · hr-administrator').waitFor();
    await workbench.screenshot('22-which-account');
    await workbench.quickInput.pick('acme-asia · hr-administrator');
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
    await view.welcomeButton('Sign In').waitFor();
    await view.rows.first().waitFor({ state: 'hidden' });
    await view.message.waitFor({ state: 'hidden' });
    await workbench.screenshot('24-signed-out');
  });
});
