import assert from 'node:assert/strict';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';

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

  after(async () => await fixture.stop());

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
});
