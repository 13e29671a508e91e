import assert from 'node:assert/strict';
import { assertAccessible } from '../workbench/formAudit.ts';
import { reloadWithUnsavedText } from '../workbench/hotExit.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const file = 'COUNCIL-00002';

describe('A session', () => {
  let fixture: SandboxWorkbench;

  before(async () => {
    fixture = await SandboxWorkbench.start({
      sandbox: { accessTokenTtl: 5, refreshTokenReuse: 'revoke' },
      settings: { 'workforce.labels.pageSize': 10 },
    });
    await fixture.signInFirst();
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  // The reload of the window ends a reading of a label that is under way.
  after(async () => await fixture.stop(/Unable to read file .*Canceled/));

  const refreshes = () =>
    fixture.sandbox.control.tokenCalls().filter(({ grantType }) => grantType === 'refresh_token');

  /** Refreshes the labels and waits until a label's new name is in sight. */
  const refreshLabels = async (labelName: string): Promise<void> => {
    const { view, workbench } = fixture;
    fixture.renameLabel(4, labelName);
    await workbench.clickSidebarButton('Refresh Labels');
    await view.row(labelName).waitFor();
  };

  it('goes on without a word when its access token expires', async () => {
    const { workbench } = fixture;
    for (let times = 1; refreshes().length < 3; times += 1) {
      await refreshLabels(`Refreshed ${times}`);
    }
    assert.ok(refreshes().every(({ outcome }) => outcome === 'ok'));
    assert.deepEqual(await workbench.notificationTexts(), []);
  });

  it('that the service ends is reported once, however much is done', async () => {
    const { form, sandbox, view, workbench } = fixture;
    await view.row('Works council member').click();
    await form.field('Name').fill('Works council (typed before)');
    await form.dirtyTab(file).waitFor();

    sandbox.control.revokeRefreshTokens();
    sandbox.control.expireAccessTokens();
    await workbench.clickSidebarButton('Refresh Labels');
    await view.row('Sign in again').waitFor();
    await workbench.notification('has ended').waitFor();
    await workbench.statusBarText('Sign in again: acme-europe · hr-administrator').waitFor();
    await workbench.screenshot('60-session-ended');
    const calls = sandbox.control.tokenCalls();

    await workbench.clickSidebarButton('Refresh Labels');
    await view.row('Fixed-term contract').click();
    await workbench.screenshot('61-label-without-session');
    await workbench.untilNotificationHasGone('Testing', async () => {
      await workbench.quickInput.runCommand('Workforce: Test Connection');
    });
    await workbench.quickInput.runCommand('Workforce: Refresh Labels');
    await workbench.screenshot('62-after-more-actions');
    assert.equal(await view.row('Sign in again').count(), 1);
    assert.deepEqual(
      (await workbench.listedNotificationTexts()).map((text) => text.replace(/\..*/, '')),
      ['The session of acme-europe · hr-administrator has ended'],
    );
    assert.deepEqual(sandbox.control.tokenCalls(), calls);
  });

  it('recovers with all that is open when the person signs in again', async () => {
    const { form, sandbox, view, workbench } = fixture;
    sandbox.control.setOption({ accessTokenTtl: 1800 });
    const authorizePage = await view.startSignIn(
      async () => await view.row('Sign in again').click(),
    );
    await authorizePage.approve();
    await view.row('Sign in again').waitFor({ state: 'hidden' });
    await authorizePage.page.close();
    await view.row('Load more (10 of 500)').waitFor();
    await workbench.notification('has ended').waitFor({ state: 'hidden' });
    // That of the sign-in goes a moment after its labels have come.
    await waitUntil(async () => (await workbench.listedNotificationTexts()).length === 0);
    await workbench.statusBarText('Sign in again').waitFor({ state: 'hidden' });

    await view.row('Fixed-term contract').click();
    await form.title.getByText('Fixed-term contract').waitFor();
    assert.equal(await form.field('Name').inputValue(), 'Fixed-term contract');

    await workbench.editorTab(file).click();
    await form.title.getByText('Works council (typed before)').waitFor();
    assert.equal(await form.field('Name').inputValue(), 'Works council (typed before)');
    await form.dirtyTab(file).waitFor();
    await form.field('Name').press('Control+s');
    await form.cleanTab(file).waitFor();
    await view.row('Works council (typed before)').waitFor();
    await workbench.screenshot('63-recovered');
    const [, label] = sandbox.control.labels('acme-europe');
    assert.equal(label?.labelName, 'Works council (typed before)');
  });

  it('that is not renewed is said in the tabs that a restart restores, where one signs in', async () => {
    const { form, sandbox, view, workbench } = fixture;
    // VS Code in a browser may show the other label, which has just been saved, as it was a moment before.
    await workbench.editorTab('FIXED-TERM-00003').click();
    await form.title.getByText('Fixed-term contract').waitFor();
    sandbox.control.setOption({ tokenErrors: 'envelope', tokenErrorCode: 40_001 });
    sandbox.control.revokeRefreshTokens();
    sandbox.control.expireAccessTokens();
    await reloadWithUnsavedText(workbench);
    const reason = 'The service did not renew your sign-in: “refresh token” (40001).';
    await form.text(`This label cannot be read at the moment. ${reason}`).waitFor();
    await workbench.notification(reason).waitFor();
    await workbench.statusBarText('Sign-in not renewed: acme-europe · hr-administrator').waitFor();
    await form.button('Retry').click();
    await form.text(reason).waitFor();
    for (const theme of ['light', 'dark', 'highContrast'] as const) {
      await workbench.setTheme(theme);
      await assertAccessible(workbench);
      await workbench.screenshot(`64-label-that-cannot-be-read-${theme}`);
    }
    const authorizePage = await view.startSignIn(async () => await form.button('Sign In').click());
    await authorizePage.approve();
    await form.title.getByText('Fixed-term contract').waitFor();
    assert.equal(await form.field('Name').inputValue(), 'Fixed-term contract');
    await authorizePage.page.close();
    await workbench.notification(reason).waitFor({ state: 'hidden' });
    await workbench.notification('(code 40001)').waitFor();
    await workbench.screenshot('65-label-that-has-come-up');
  });
});
