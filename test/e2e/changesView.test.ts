import assert from 'node:assert/strict';
import { killExtensionHosts } from '../host/extensionHostProcess.ts';
import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import { openNewestRun } from '../workbench/openNewestRun.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const tenant = 'acme-europe';
const count = 8;

describe('The view Changes', () => {
  let labelChanges: LabelChangesWorkbench;

  before(async () => {
    labelChanges = await LabelChangesWorkbench.start({
      sandbox: { labels: 60, pageLimit: 1000 },
      settings: { 'workforce.labels.statusNames': { '11': 'Closed', '12': 'Archived' } },
    });
  });

  beforeEach(() => {
    const { control } = labelChanges.fixture.sandbox;
    control.setOption({ failUpdateIds: [], gateway: [], ignoreUpdateIds: [], latency: 0 });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, labelChanges.fixture.workbench);
  });

  after(async () => {
    await labelChanges.stop(/Extension host \(Remote\) terminated unexpectedly/);
  });

  it('shows a run with failures and what has not been kept, and takes it back', async () => {
    const { sandbox, workbench } = labelChanges.fixture;
    const first = sandbox.control.labels(tenant).slice(0, count);
    const [failing, ignored] = first.map(({ id }) => id);
    assert.ok(failing !== undefined && ignored !== undefined);
    sandbox.control.setOption({ failUpdateIds: [failing], ignoreUpdateIds: [ignored] });
    await labelChanges.select(['Probation period'], count);
    const question = `Set the status of ${count} labels to Closed (11)?`;
    await labelChanges.chooseStatus('Closed', question);
    await workbench.dialogButton('Set Status').click();
    const summary = `Labels changed: ${count - 2}. Not kept: 1. Failed: 1.`;
    await workbench.notification(summary).waitFor();
    await workbench.statusBarText('Changing').waitFor({ state: 'hidden' });
    await workbench.dismissNotifications();
    const { page } = workbench;
    const row = page.getByRole('treeitem', { name: /Set Status: Closed \(11\)/ }).first();
    await openNewestRun(workbench, row, page.getByRole('treeitem', { name: /Not kept/ }).nth(1));
    for (const theme of ['light', 'dark', 'highContrast'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`86-changes-${theme}`);
    }
    await page
      .getByRole('treeitem', { name: /^Fixed-term contract\sChanged/ })
      .first()
      .click();
    // A form that is still arriving would take the focus from what comes next.
    await labelChanges.fixture.form.title.getByText('Fixed-term contract').waitFor();
    await workbench.quickInput.runCommand('View: Close All Editors');
    await workbench.editorTab('FIXED-TERM').waitFor({ state: 'hidden' });
    await row.hover();
    await row.getByRole('button', { name: 'Undo', exact: true }).click();
    await workbench.notification(/Labels changed: 6\. Already so: 1\./).waitFor();
    await workbench.screenshot('87-changes-undone');
    assert.deepEqual(
      sandbox.control
        .labels(tenant)
        .slice(0, count)
        .map(({ labelStatus }) => labelStatus),
      first.map(({ labelStatus }) => labelStatus),
    );
  });

  it('says after a crash what has come of a run, and goes on with it', async () => {
    const { sandbox, workbench } = labelChanges.fixture;
    const many = 40;
    const ids = sandbox.control
      .labels(tenant)
      .slice(0, many)
      .map(({ id }) => id);
    const updates = () => sandbox.control.labelHistory(tenant).length;
    await workbench.dismissNotifications();
    await labelChanges.select(['Probation period'], many);
    await labelChanges.chooseStatus(
      'Archived',
      `Set the status of ${many} labels to Archived (12)?`,
    );
    // What the run is planned from is not there any more when it reads the label.
    const [, conflicting = ''] = ids;
    sandbox.control.setOption({ latency: 700 });
    sandbox.control.updateLabel(tenant, conflicting, { labelStatus: 5 });
    const before = updates();
    await workbench.dialogButton('Set Status').click();
    await waitUntil(() => updates() > before + 6);
    // However long it is looked at, it does not come to its end.
    const busy = { endpoint: 'update', when: 'before', status: 429, retryAfter: 300 } as const;
    sandbox.control.setOption({ gateway: [busy] });
    await workbench.statusBarText(`Changing ${many} labels`).waitFor();
    const { page } = workbench;
    const row = page.getByRole('treeitem', { name: /Set Status: Archived \(12\)/ }).first();
    const conflicts = page.getByRole('treeitem', { name: /Conflicts/ }).nth(1);
    await openNewestRun(workbench, row, conflicts);
    for (const theme of ['light', 'dark', 'highContrast'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`88-changes-under-way-${theme}`);
    }
    killExtensionHosts();
    const question =
      /VS Code ended in the middle of “Set Status: Archived \(12\)”\. Labels changed: \d+\. Conflicts: 1\. Not sent: \d+\./;
    await workbench.untilNotificationIsListed(question);
    sandbox.control.setOption({ gateway: [], latency: 0 });
    for (const theme of ['light', 'dark', 'highContrast'] as const) {
      await workbench.setTheme(theme);
      await workbench.openNotifications();
      await workbench.screenshot(`89-changes-after-crash-${theme}`);
    }
    assert.deepEqual(await workbench.notificationButtons(question).allInnerTexts(), [
      'Show Details',
      'Go On',
      'Undo',
    ]);
    await workbench.notificationButton(question, 'Go On').click();
    await workbench.notification(`Labels changed: ${many - 1}. Conflicts: 1.`).waitFor();
    const sent = sandbox.control
      .labelHistory(tenant)
      .slice(before)
      .map(({ labelId }) => labelId);
    assert.deepEqual(sent.toSorted(), ids.filter((id) => id !== conflicting).toSorted());
  });

  it('plans a review anew that was left open, and says what has changed meanwhile', async () => {
    const { sandbox, workbench } = labelChanges.fixture;
    await workbench.dismissNotifications();
    await labelChanges.select(['Probation period'], count);
    await labelChanges.chooseStatus('Closed', `Set the status of ${count} labels to Closed (11)?`);
    await workbench.dialogButton('Show Changes').click();
    await workbench.notification(`Labels to change: ${count}.`).waitFor();
    const [first] = sandbox.control.labels(tenant);
    assert.ok(first);
    sandbox.control.updateLabel(tenant, first.id, { labelStatus: 11 });
    await workbench.editorAction('Apply Changes').click();
    const question = new RegExp(
      `Since this was shown, labels have changed: ${first.labelName ?? ''} · ${first.labelCode} · ${first.id}\\. acme-europe · .*: Labels to change: ${count - 1}\\. Already so: 1\\.`,
    );
    await workbench.notification(question).waitFor();
    await workbench.screenshot('90-review-planned-anew');
    await workbench.editorAction('Apply Changes').click();
    await workbench.untilNotificationIsListed(`Labels changed: ${count - 1}.`);
    assert.ok(
      sandbox.control
        .labels(tenant)
        .slice(0, count)
        .every(({ labelStatus }) => labelStatus === 11),
    );
  });

  it('offers the client secret, and then to go on, to a run that needs it', async () => {
    const { sandbox, view, workbench } = labelChanges.fixture;
    const { quickInput } = workbench;
    await quickInput.runCommand('Workforce: Set Client Secret…');
    await view.enterClientSecret('another one');
    await workbench.notification('The client secret of Acme test is stored.').waitFor();
    await beginRun('Archived', 'Archived (12)');
    const summary = `Labels changed: 0. Not sent: ${count}.`;
    await workbench.notification(summary).waitFor();
    assert.deepEqual(await workbench.notificationButtons(summary).allInnerTexts(), [
      'Show Details',
      'Set Client Secret',
      'Go On',
    ]);
    await workbench.screenshot('92-remedy-secret');
    await workbench.notificationButton(summary, 'Set Client Secret').click();
    await view.enterClientSecret(sandbox.clientSecret);
    await workbench.notification('The client secret of Acme test is stored.').waitFor();
    await goOn('Set Client Secret');
  });

  it('offers to sign in, and then to go on, to a run whose session has ended', async () => {
    const { sandbox, view, workbench } = labelChanges.fixture;
    await beginRun('Closed', 'Closed (11)', () => sandbox.control.revokeRefreshTokens());
    const summary = `Labels changed: 0. Not sent: ${count}.`;
    await workbench.notification(summary).waitFor();
    assert.deepEqual(await workbench.notificationButtons(summary).allInnerTexts(), [
      'Show Details',
      'Sign In',
      'Go On',
    ]);
    await workbench.screenshot('93-remedy-sign-in');
    const authorizePage = await view.startSignIn(
      async () => await workbench.notificationButton(summary, 'Sign In').click(),
    );
    await authorizePage.approve();
    await view.row('Sign in again').waitFor({ state: 'hidden' });
    await authorizePage.page.close();
    await goOn('Sign In');
  });

  /** Begins a run for the first labels with an access token that is not accepted any more. */
  async function beginRun(status: string, numbered: string, meanwhile?: () => void): Promise<void> {
    const { sandbox, workbench } = labelChanges.fixture;
    await workbench.dismissNotifications();
    await labelChanges.select(['Probation period'], count);
    await labelChanges.chooseStatus(status, `Set the status of ${count} labels to ${numbered}?`);
    meanwhile?.();
    sandbox.control.expireAccessTokens();
    await workbench.dialogButton('Set Status').click();
  }

  /** Goes on with the newest run by its row, below which a row says what had to be done. */
  async function goOn(remedy: string): Promise<void> {
    const { workbench } = labelChanges.fixture;
    await workbench.dismissNotifications();
    const row = workbench.sidebar
      .getByRole('treeitem', { name: /^Set Status: .*Not sent/ })
      .first();
    const remedyRow = workbench.treeRow(remedy).filter({ hasText: 'then Go On' });
    await openNewestRun(workbench, row, remedyRow);
    await workbench.screenshot(`94-remedy-row-${remedy.replaceAll(' ', '-')}`);
    await row.hover();
    await row.getByRole('button', { name: 'Go On', exact: true }).click();
    await workbench.notification(`Labels changed: ${count}.`).waitFor();
    await remedyRow.waitFor({ state: 'hidden' });
  }

  it('asks at sign-out whether to forget the changes, also in a new window, and forgets them', async () => {
    const { view, workbench } = labelChanges.fixture;
    await workbench.dismissNotifications();
    const runs = workbench.sidebar.getByRole('treeitem', { name: /^(Undo: )?Set Status: / });
    await runs.first().waitFor();
    await workbench.openViewContainer('Explorer');
    await workbench.open();
    // Nothing has needed the extension before.
    await workbench.quickInput.runCommand('Workforce: Sign Out');
    const question = /is signed out\. The changes made there are kept/;
    await workbench.notification(question).waitFor();
    await workbench.screenshot('91-forget-changes');
    await workbench.notificationButton(question, 'Forget Changes').click();
    await view.open();
    await view.welcomeButton('Sign In').waitFor();
    await runs.first().waitFor({ state: 'hidden' });
  });
});
