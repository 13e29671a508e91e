import assert from 'node:assert/strict';
import type { AuthorizePage } from '../workbench/authorizePage.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { timeToGo } from '../workbench/timeToGo.ts';

describe('Signing in', () => {
  let fixture: SandboxWorkbench;
  let callback = '';

  before(async () => {
    fixture = await SandboxWorkbench.start();
    await fixture.view.open();
    await fixture.view.welcomeButton('Sign In').waitFor();
    await fixture.workbench.quickInput.runCommand('Workforce: Set Client Secret…');
    await fixture.view.enterClientSecret(fixture.sandbox.clientSecret);
    await fixture.workbench.notification('The client secret of Acme test is stored.').waitFor();
    await fixture.workbench.dismissNotifications();
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  after(async () => await fixture.stop());

  const begin = async (): Promise<AuthorizePage> => {
    const { view, workbench } = fixture;
    const authorizePage = await view.startSignIn(
      async () => await view.welcomeButton('Sign In').click(),
    );
    await workbench.notification('Approve in the browser').waitFor();
    await authorizePage.text();
    return authorizePage;
  };

  const paste = async (address: string): Promise<void> => {
    const { workbench } = fixture;
    await workbench
      .notification('Approve in the browser')
      .getByRole('link', { name: 'paste the callback URL' })
      .or(workbench.notification('Approve in the browser').getByText('paste the callback URL'))
      .first()
      .click();
    await workbench.quickInput.input.waitFor();
    assert.equal(await workbench.quickInput.input.getAttribute('type'), 'password');
    await workbench.quickInput.fill(address);
    await workbench.quickInput.accept();
  };

  it('that is refused on the page says so, and nothing else', async () => {
    const { workbench } = fixture;
    const authorizePage = await begin();
    await authorizePage.deny();
    await workbench.notification('Sign-in was refused on the authorization page.').waitFor();
    await workbench.notification('Approve in the browser').waitFor({ state: 'hidden' });
    await authorizePage.page.close();
    await workbench.screenshot('30-refused');
    assert.deepEqual(await workbench.notificationTexts(), [
      'Sign-in was refused on the authorization page.',
    ]);
    await workbench.dismissNotifications();
  });

  it('that is cancelled ends at once and in silence', async () => {
    const { view, workbench } = fixture;
    const authorizePage = await begin();
    await authorizePage.page.close();
    const waiting = workbench.notification('Approve in the browser');
    const cancel = waiting.getByRole('button', { name: 'Cancel' });
    const milliseconds = await timeToGo(waiting, cancel);
    assert.ok(milliseconds < 1000, `It took ${Math.round(milliseconds)} ms.`);
    assert.deepEqual(await workbench.notificationTexts(), []);
    await view.welcomeButton('Sign In').waitFor();
  });

  it('tells what is wrong with an address that is pasted, and goes on waiting', async () => {
    const { sandbox, workbench } = fixture;
    const authorizePage = await begin();
    await paste('https://workforce.example.com/');
    const { quickInput } = workbench;
    await quickInput.widget.getByText('This is not the address of a finished sign-in.').waitFor();
    await workbench.screenshot('31-not-a-callback');
    await quickInput.fill(authorizePage.page.url());
    await quickInput.accept();
    await quickInput.widget
      .getByText('This is the address of the page that asks you to approve.')
      .waitFor();
    await workbench.screenshot('31-authorize-page');
    await quickInput.dismiss();
    await paste(`${sandbox.baseUrl}/relay?code=made-up&state=${'A'.repeat(43)}`);
    await workbench.notification('This sign-in was not started here').waitFor();
    await workbench.notification('Another one still waits').waitFor();
    await workbench.screenshot('32-foreign-state');
    await workbench.notification('Approve in the browser').waitFor();
    await workbench
      .notification('Approve in the browser')
      .getByRole('button', { name: 'Cancel' })
      .click();
    await authorizePage.page.close();
    await workbench.dismissNotifications();
  });

  it('can be finished by pasting the address that the browser came back to', async () => {
    const { view, workbench } = fixture;
    const authorizePage = await begin();
    callback = await authorizePage.approveWithoutReturning();
    await authorizePage.page.close();
    await paste(callback);
    await view.row('Probation period, code').waitFor();
    await workbench.notification('Approve in the browser').waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.notificationTexts(), []);
    await workbench.screenshot('33-pasted');
  });

  it('does nothing with the same address a second time', async () => {
    const { sandbox, workbench } = fixture;
    const calls = sandbox.control.tokenCalls();
    await workbench.quickInput.runCommand('Workforce: Paste Callback URL…');
    await workbench.quickInput.fill(callback);
    await workbench.quickInput.accept();
    await workbench.notification('This sign-in was not started here').waitFor();
    assert.deepEqual(sandbox.control.tokenCalls(), calls);
  });
});
