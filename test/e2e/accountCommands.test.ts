import assert from 'node:assert/strict';
import { AuthorizePage } from '../workbench/authorizePage.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { accountsWindow } from './windows.ts';

const administrator = 'acme-europe · hr-administrator';
const integrator = 'acme-europe · payroll-integrator';

/** By which a sign-in is known, however the address around it is written. */
function stateIn(address: string): string {
  return new URL(address).searchParams.get('state') ?? assert.fail(address);
}

describe('What a person can do with accounts and connections', () => {
  const window = accountsWindow.use();
  let fixture: SandboxWorkbench;

  before(() => {
    fixture = window();
  });

  it('sign in again in another browser, where this one signs in somebody else', async () => {
    const { sandbox, view, workbench } = fixture;
    sandbox.control.revokeRefreshTokens();
    sandbox.control.expireAccessTokens();
    await workbench.clickSidebarButton('Refresh Labels');
    await workbench.notification('has ended').waitFor();
    await view.signIn({ user: 'Payroll integrator' }, async () => {
      await view.row('Sign in again').click();
    });
    const notification = workbench.notification(
      `The browser signed in ${integrator}, not ${administrator}.`,
    );
    await notification.waitFor();
    await view.row(`Account ${integrator}`).waitFor();
    await workbench.screenshot('70-other-account');
    await workbench.notificationButton('The browser signed in', 'Copy Sign-in Link').click();
    await workbench.notification('The sign-in link is on the clipboard.').waitFor();
    await workbench.screenshot('71-link-copied');
    const link = await workbench.page.evaluate<string>('navigator.clipboard.readText()');
    const otherBrowser = await workbench.page.context().newPage();
    await otherBrowser.goto(link);
    await new AuthorizePage(otherBrowser).approve();
    await workbench
      .notification('The sign-in link is on the clipboard.')
      .waitFor({ state: 'hidden' });
    await otherBrowser.close();
    await view.row(`Account ${administrator}`).waitFor();
    await view.row('Sign in again').waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.notificationTexts(), []);
  });

  it('copy the link of a sign-in that waits', async () => {
    const { view, workbench } = fixture;
    const authorizePage = await view.startSignIn();
    await workbench.notification('Approve in the browser').waitFor();
    await workbench.screenshot('72-waiting');
    await workbench.quickInput.runCommand('Workforce: Copy Sign-in Link');
    await workbench.notification('The sign-in link was copied.').waitFor();
    const link = await workbench.page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(stateIn(link), stateIn(authorizePage.page.url()));
    await authorizePage.page.close();
    const waiting = workbench.notification('Approve in the browser');
    await waiting.getByRole('button', { name: 'Cancel' }).click();
    await waiting.waitFor({ state: 'hidden' });
    await workbench.dismissNotifications();
  });

  it('give an account a name of their own, and take it away', async () => {
    const { view, workbench } = fixture;
    const { quickInput } = workbench;
    await view.row(`Account ${integrator}`).click({ button: 'right' });
    await workbench.menu.item('Copy Sign-in Link').waitFor({ state: 'hidden' });
    await workbench.screenshot('73-account-menu');
    await workbench.menu.choose('Rename Account');
    await quickInput.widget.getByText('empty removes it').waitFor();
    await quickInput.fill('Payroll in Europe');
    await workbench.screenshot('74-rename');
    await quickInput.accept();
    await view.row('Account Payroll in Europe').waitFor();
    await quickInput.runCommand('Workforce: Test Connection');
    await quickInput.row('Payroll in Europe').waitFor();
    await workbench.screenshot('75-which-account');
    await quickInput.dismiss();
  });

  it('see the details of an account', async () => {
    const { sandbox, view, workbench } = fixture;
    await view.row('Account Payroll in Europe').click({ button: 'right' });
    await workbench.menu.choose('Show Account Details');
    const { dialog } = workbench;
    for (const text of ['Payroll in Europe', 'Permissions: tag', sandbox.baseUrl, 'Acme test']) {
      await dialog.getByText(text).waitFor();
    }
    await workbench.screenshot('76-account-details');
    await workbench.dialogButton('Copy').click();
    await dialog.waitFor({ state: 'hidden' });
    await waitUntil(async () =>
      /^Payroll in Europe\nTenant: acme-europe\n(.*\n)*Signed in until: /.test(
        await workbench.page.evaluate<string>('navigator.clipboard.readText()'),
      ),
    );
    await view.row('Account Payroll in Europe').click({ button: 'right' });
    await workbench.menu.choose('Rename Account');
    await workbench.quickInput.input.waitFor();
    assert.equal(await workbench.quickInput.input.inputValue(), 'Payroll in Europe');
    await workbench.quickInput.fill('');
    await workbench.quickInput.accept();
    await view.row(`Account ${integrator}`).waitFor();
  });

  it('edit a connection, each field as it is', async () => {
    const { sandbox, view, workbench } = fixture;
    const { quickInput } = workbench;
    await quickInput.runCommand('Workforce: Edit Connection…');
    for (const [prompt, value] of [
      ['Name of this connection', 'Acme test'],
      ['Base URL of the service', sandbox.baseUrl],
      ['Client ID that was issued', sandbox.clientId],
      ['empty keeps the one in the system keyring', ''],
      ['Redirect URI registered for the app', `${sandbox.baseUrl}/relay`],
    ] as const) {
      await quickInput.widget.getByText(prompt).waitFor();
      assert.equal(await quickInput.input.inputValue(), value);
      if (value === '') {
        await workbench.screenshot('77-edit-connection');
      }
      if (value === 'Acme test') {
        await quickInput.fill('Acme staging');
      }
      await quickInput.accept();
    }
    await quickInput.widget.getByText('cost_center').waitFor();
    await quickInput.accept();
    await workbench.notification('The connection Acme staging is saved.').waitFor();
    await view.row(`Account ${integrator}`).getByText('Acme staging').waitFor();
    await workbench.dismissNotifications();
  });

  it('sign out of all accounts, after a question', async () => {
    const { view, workbench } = fixture;
    await workbench.quickInput.runCommand('Workforce: Sign Out of All Accounts');
    await workbench.dialog.getByText('Sign out of all accounts?').waitFor();
    await workbench.screenshot('78-sign-out-of-all');
    await workbench.dialogButton('Cancel').click();
    await view.row(`Account ${integrator}`).waitFor();
    await workbench.quickInput.runCommand('Workforce: Sign Out of All Accounts');
    await workbench.dialogButton('Sign Out').click();
    await view.welcomeButton('Sign In').waitFor();
  });

  it('remove a connection with all that is stored for it', async () => {
    const { view, workbench } = fixture;
    await view.signIn({}, async () => await view.welcomeButton('Sign In').click());
    await view.rows.first().waitFor();
    await workbench.quickInput.runCommand('Workforce: Remove Connection…');
    await workbench.dialog.getByText('Remove the connection Acme staging?').waitFor();
    await workbench.dialog.getByText(administrator).waitFor();
    await workbench.screenshot('79-remove-connection');
    await workbench.dialogButton('Remove').click();
    await workbench.notification('The connection Acme staging was removed.').waitFor();
    await view.welcomeButton('Add Connection').waitFor();
    await workbench.dismissNotifications();
    await workbench.quickInput.runCommand('Workforce: Remove Connection…');
    await workbench.notification('There is no connection in the settings.').waitFor();
    await workbench.screenshot('80-no-connection');
  });
});
