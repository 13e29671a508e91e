import assert from 'node:assert/strict';
import type { AuthorizePage } from '../workbench/authorizePage.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { timeToGo } from '../workbench/timeToGo.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

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
    await workbench.notificationButton('Signing in to', 'Paste Callback URL').click();
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
      'Sign-in was refused on the authorization page. Choose Sign In in the status bar.',
    ]);
    const refused = workbench.notification('Sign-in was refused on the authorization page.');
    await refused.getByRole('button', { name: 'Cancel' }).click();
    await refused.waitFor({ state: 'hidden' });
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
    await quickInput.widget.getByText('This is not a callback URL.').waitFor();
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
    await workbench.notification('Another one is still waiting').waitFor();
    await workbench.screenshot('32-foreign-state');
    await workbench.notification('Approve in the browser').waitFor();
    await workbench
      .notification('Approve in the browser')
      .getByRole('button', { name: 'Cancel' })
      .click();
    await authorizePage.page.close();
    const foreign = workbench.notification('This sign-in was not started here');
    await foreign.getByRole('button', { name: 'Cancel' }).click();
    await foreign.waitFor({ state: 'hidden' });
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

  it('that waits while the window is loaded anew is not lost', async () => {
    const { view, workbench } = fixture;
    const authorizePage = await view.startSignIn(
      async () => await workbench.quickInput.runCommand('Workforce: Sign In'),
    );
    await workbench.notification('Approve in the browser').waitFor();
    const address = await authorizePage.approveWithoutReturning();
    await authorizePage.page.close();
    await workbench.open();
    await view.open();
    const message = 'is still valid, although the window was reloaded';
    await workbench.notification(message).waitFor();
    await workbench.screenshot('33-reloaded');
    const calls = fixture.sandbox.control.tokenCalls().length;
    await workbench.notificationButton(message, 'Paste Callback URL').click();
    await workbench.quickInput.fill(address);
    await workbench.quickInput.accept();
    await waitUntil(() => fixture.sandbox.control.tokenCalls().length === calls + 1);
    await view.row('Probation period, code').waitFor();
    await workbench.notification(message).waitFor({ state: 'hidden' });
    await workbench.notification('Signing in to').waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.notificationTexts(), []);
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

  it('keeps the address of its page byte for byte', async () => {
    const { sandbox, view, workbench } = fixture;
    const clientId = 'a+b&c#d%e=f%41 ü';
    const baseUrl = 'https://workforce.example.com';
    const redirectUri = `${baseUrl}/back?a=1&b=2%26&c=%2B`;
    await workbench.page.context().route(`${baseUrl}/**`, async (route) => {
      await route.fulfill({ contentType: 'text/html', body: '<h1>Approve</h1>' });
    });
    await workbench.changeSettings({
      'workforce.connections': [{ name: 'Elsewhere', baseUrl, clientId, redirectUri }],
    });
    await view.open();
    const website = await workbench.followToWebsite(async () => {
      await workbench.quickInput.runCommand('Workforce: Sign In');
      await view.enterClientSecret(sandbox.clientSecret);
    });
    await workbench.notification('Approve in the browser').waitFor();
    const { searchParams } = new URL(website.url());
    const built = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      scope: 'tag',
      redirect_uri: redirectUri,
      state: searchParams.get('state') ?? '',
    });
    assert.equal(website.url(), `${baseUrl}/auth/oauth/authorize?${built.toString()}`);
    await website.close();
    await workbench.notification('Signing in').getByRole('button', { name: 'Cancel' }).click();
    await workbench.notification('Signing in').waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.notificationTexts(), []);
  });

  it('ends where the person does not let its page open, and offers its link', async () => {
    const { workbench } = fixture;
    const question = workbench.dialog.getByText('open the external website');
    const notOpened = 'The sign-in page was not opened';
    for (const _ of ['once', 'again']) {
      await workbench.quickInput.runCommand('Workforce: Sign In');
      await question.waitFor();
      await workbench.notification('Approve in the browser').waitFor();
      await workbench.dialogButton('Cancel').click();
      await workbench.notification('Approve in the browser').waitFor({ state: 'hidden' });
      await workbench.notification(notOpened).waitFor();
    }
    assert.equal((await workbench.notificationTexts()).length, 1);
    await workbench.screenshot('34-page-not-opened');
    await workbench.notificationButton(notOpened, 'Copy Sign-in Link').click();
    const waiting = workbench.notification('The sign-in link is on the clipboard.');
    await waiting.waitFor();
    assert.match(
      String(await workbench.page.evaluate('navigator.clipboard.readText()')),
      /^https:\/\/workforce\.example\.com\/auth\/oauth\/authorize\?/,
    );
    await waiting.getByRole('button', { name: 'Cancel' }).click();
    await waiting.waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.notificationTexts(), []);
  });
});
