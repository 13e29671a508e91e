import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { killExtensionHosts } from '../host/extensionHostProcess.ts';
import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import { openNewestRun } from '../workbench/openNewestRun.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const tenant = 'acme-europe';
const count = 8;

/** VS Code lays out a view that is unfolded by itself after two seconds, which a person would see: not during `work`. */
async function withoutDelayedLayout(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(`
    globalThis.setTimeoutOfBefore = setTimeout;
    globalThis.setTimeout = (done, delay, ...rest) =>
      setTimeoutOfBefore(done, delay === 2000 ? 3_600_000 : delay, ...rest)`);
  await work();
  await page.evaluate('globalThis.setTimeout = setTimeoutOfBefore');
}

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
    const summary = `${count - 2} labels changed. Not kept: 1. Failed: 1.`;
    await workbench.notification(summary).waitFor();
    await workbench.statusBarText('Changing').waitFor({ state: 'hidden' });
    await workbench.dismissNotifications();
    const { page } = workbench;
    const row = page.getByRole('treeitem', { name: /Set Status: Closed \(11\)/ }).first();
    await withoutDelayedLayout(page, async () => {
      await workbench.quickInput.runCommand('Workforce: Focus on Changes View');
      await row.waitFor();
    });
    await openNewestRun(workbench, row, page.getByRole('treeitem', { name: /Not kept/ }).nth(1));
    await workbench.screenshot('86-changes');
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
    await workbench.screenshot('87-changes-undo-question');
    const { dialog } = workbench;
    await dialog.getByText('6 labels go back to their old values.').waitFor();
    await dialog.getByText('1 label already has this value.').waitFor();
    const place = await row.boundingBox();
    const rows = await shownRows();
    await workbench.agree('Undo');
    const undone = 'Undone: 6 labels changed. Already up to date: 1.';
    await page.getByRole('treeitem', { name: undone }).waitFor();
    await workbench
      .notification(
        /Undo “Set Status: Closed \(11\)”, .*: 6 labels changed\. Already up to date: 1\./,
      )
      .waitFor();
    await workbench.screenshot('87-changes-undone');
    // Nothing has moved below the pointer, and no row is a new one.
    assert.deepEqual(await row.boundingBox(), place);
    assert.equal((await shownRows()).length, rows.length);
    await workbench.dismissNotifications();
    assert.deepEqual(
      sandbox.control
        .labels(tenant)
        .slice(0, count)
        .map(({ labelStatus }) => labelStatus),
      first.map(({ labelStatus }) => labelStatus),
    );
    await row.hover();
    await row.getByRole('button', { name: 'Redo', exact: true }).click();
    await workbench.agree('Redo');
    await page.getByRole('treeitem', { name: 'Redone: 6 labels changed.' }).waitFor();
    for (const theme of ['light', 'dark', 'highContrast'] as const) {
      await workbench.setTheme(theme);
      await row.hover();
      await workbench.screenshot(`87-changes-redone-${theme}`);
    }
    await workbench.setTheme('dark');
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
    await workbench.screenshot('88-changes-under-way');
    killExtensionHosts();
    const question =
      /VS Code closed before “Set Status: Archived \(12\)” was finished\. \d+ labels? changed\. Conflicts: 1\. Not sent: \d+\./;
    await workbench.untilNotificationIsListed(question);
    sandbox.control.setOption({ gateway: [], latency: 0 });
    await workbench.openNotifications();
    await workbench.screenshot('89-changes-after-crash');
    assert.deepEqual(await workbench.notificationButtonTexts(question), [
      'Show Details',
      'Resume',
      'Undo',
    ]);
    await workbench.notificationButton(question, 'Resume').click();
    await workbench.agree('Send');
    await workbench.notification(`${many - 1} labels changed. Conflicts: 1.`).waitFor();
    const sent = sandbox.control
      .labelHistory(tenant)
      .slice(before)
      .map(({ labelId }) => labelId);
    assert.deepEqual(sent.toSorted(), ids.filter((id) => id !== conflicting).toSorted());
    await showsConflicts(row, conflicting);
  });

  /** Reviews the only conflict of a run, which somebody else changes once more meanwhile. */
  async function showsConflicts(row: Locator, id: string): Promise<void> {
    const { review, sandbox, workbench } = labelChanges.fixture;
    const statusOf = () =>
      sandbox.control.labels(tenant).find((label) => label.id === id)?.labelStatus;
    await workbench.dismissNotifications();
    await row.hover();
    await row.getByRole('button', { name: 'Show Conflicts', exact: true }).click();
    await review.text('Somebody else has changed these labels.').waitFor();
    await review.row('5→Archived (12)').waitFor();
    await workbench.screenshot('89-review-of-conflicts');
    sandbox.control.updateLabel(tenant, id, { labelStatus: 6 });
    await review.apply();
    await review.text('Nothing was sent: 1 label has changed since').first().waitFor();
    await review.row('6→Archived (12)').waitFor();
    assert.equal(statusOf(), 6);
    await review.apply();
    await workbench.notification('labels changed.').waitFor();
    assert.equal(statusOf(), 12);
    await row.getByRole('button', { name: 'Show Conflicts' }).waitFor({ state: 'hidden' });
  }

  it('plans a review anew that was left open, and says what has changed meanwhile', async () => {
    const { review, sandbox, workbench } = labelChanges.fixture;
    await workbench.dismissNotifications();
    await labelChanges.select(['Probation period'], count);
    await labelChanges.chooseStatus('Closed', `Set the status of ${count} labels to Closed (11)?`);
    await workbench.dialogButton('Show Changes').click();
    await review.text(`${count} labels will change.`).waitFor();
    const [first, second, third] = sandbox.control.labels(tenant);
    assert.ok(first && second && third);
    // What somebody else has done to a row that is left out is no reason to wait.
    await review.tick(third.labelCode).click();
    sandbox.control.updateLabel(tenant, first.id, { labelStatus: 11 });
    sandbox.control.updateLabel(tenant, second.id, { labelStatus: 14 });
    sandbox.control.updateLabel(tenant, third.id, { labelStatus: 13 });
    // A habit of many: the second click is no answer to what the first one has brought.
    await review.apply();
    await review.applyButton.click({ force: true });
    await review.text('Nothing was sent: 1 label has changed since').first().waitFor();
    await review.text('1 change no longer applies.').first().waitFor();
    await review.text(`${count - 2} labels will change. 1 label already has`).waitFor();
    await workbench.screenshot('90-review-planned-anew');
    await review
      .row(second.labelCode)
      .and(workbench.webview.locator('[aria-rowindex="2"]'))
      .waitFor();
    await review.apply(`Apply ${count - 2} Changes`);
    await workbench.untilNotificationIsListed(`${count - 2} labels changed.`);
    assert.ok(
      sandbox.control
        .labels(tenant)
        .slice(0, count)
        .every(({ id, labelStatus }) => labelStatus === (id === third.id ? 13 : 11)),
    );
  });

  it('offers the client secret, and then to go on, to a run that needs it', async () => {
    const { sandbox, view, workbench } = labelChanges.fixture;
    const { quickInput } = workbench;
    await quickInput.runCommand('Workforce: Set Client Secret…');
    await view.enterClientSecret('another one');
    await workbench.dialogButton('Replace').click();
    await workbench.notification('The client secret of Acme test is stored.').waitFor();
    await beginRun('Archived', 'Archived (12)');
    const summary = `0 labels changed. Not sent: ${count}.`;
    await workbench.notification(summary).waitFor();
    assert.deepEqual(await workbench.notificationButtonTexts(summary), [
      'Show Details',
      'Set Client Secret',
      'Resume',
    ]);
    await workbench.screenshot('92-remedy-secret');
    await workbench.notificationButton(summary, 'Set Client Secret').click();
    // What the service has refused is replaced without a question.
    await view.enterClientSecret(sandbox.clientSecret);
    await workbench.notification('The client secret of Acme test is stored.').waitFor();
    await resume('Set Client Secret');
  });

  it('offers to sign in, and then to go on, to a run whose session has ended', async () => {
    const { sandbox, view, workbench } = labelChanges.fixture;
    await beginRun('Closed', 'Closed (11)', () => sandbox.control.revokeRefreshTokens());
    const summary = `0 labels changed. Not sent: ${count}.`;
    await workbench.notificationButton(summary, 'Sign In').waitFor();
    assert.deepEqual(await workbench.notificationButtonTexts(summary), [
      'Cancel',
      'Show Details',
      'Sign In',
      'Resume',
    ]);
    await workbench.screenshot('93-remedy-sign-in');
    const { remedyRow, row } = rowsOf('Sign In');
    await openNewestRun(workbench, row, remedyRow);
    await workbench.screenshot('94-remedy-row-Sign-In');
    const authorizePage = await view.startSignIn(
      async () => await workbench.pressListedNotificationButton('has ended', 'Sign In'),
    );
    await authorizePage.approve();
    await view.row('Sign in again').waitFor({ state: 'hidden' });
    await authorizePage.page.close();
    // Nobody is asked to sign in any more, neither by the summary, which offers the rest now, nor by the row.
    await remedyRow.waitFor({ state: 'hidden' });
    await workbench.notificationButton(summary, 'Sign In').waitFor({ state: 'hidden' });
    await workbench.notificationButton(summary, 'Resume').click();
    await workbench.agree('Send');
    // VS Code shows no toast where there were many, or while their list closes.
    await workbench.untilNotificationIsListed(`${count} labels changed.`);
  });

  /** The names of the rows in sight. */
  async function shownRows(): Promise<readonly string[]> {
    return await labelChanges.fixture.workbench.sidebar.getByRole('treeitem').allInnerTexts();
  }

  /** The newest run that is not all sent, and the row below it that says what has to be done. */
  function rowsOf(remedy: string): { row: Locator; remedyRow: Locator } {
    const { workbench } = labelChanges.fixture;
    return {
      row: workbench.sidebar.getByRole('treeitem', { name: /^Set Status: .*Not sent/ }).first(),
      remedyRow: workbench.treeRow(remedy).filter({ hasText: 'then Resume' }),
    };
  }

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
  async function resume(remedy: string): Promise<void> {
    const { workbench } = labelChanges.fixture;
    await workbench.dismissNotifications();
    const { remedyRow, row } = rowsOf(remedy);
    await openNewestRun(workbench, row, remedyRow);
    await workbench.screenshot(`94-remedy-row-${remedy.replaceAll(' ', '-')}`);
    await row.hover();
    await row.getByRole('button', { name: 'Resume', exact: true }).click();
    await workbench.agree('Send');
    await workbench.notification(`${count} labels changed.`).waitFor();
    await remedyRow.waitFor({ state: 'hidden' });
  }

  it('asks at sign-out whether to forget the changes, also in a new window, and forgets them', async () => {
    const { view, workbench } = labelChanges.fixture;
    await workbench.dismissNotifications();
    const runs = workbench.sidebar.getByRole('treeitem', { name: /^Set Status: / });
    await runs.first().waitFor();
    await workbench.openViewContainer('Explorer');
    await workbench.open();
    // Nothing has needed the extension before.
    await workbench.quickInput.runCommand('Workforce: Sign Out');
    await workbench.dialogButton('Sign Out').click();
    const question = /is signed out\. Its change history is kept/;
    await workbench.notification(question).waitFor();
    await workbench.screenshot('91-forget-changes');
    await workbench.notificationButton(question, 'Delete Change History…').click();
    await workbench.dialogButton('Delete Change History').waitFor();
    await workbench.screenshot('91-forget-changes-dialog');
    await workbench.dialogButton('Delete Change History').click();
    await view.open();
    await view.welcomeButton('Sign In').waitFor();
    await runs.first().waitFor({ state: 'hidden' });
  });
});
