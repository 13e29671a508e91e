import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LabelsView, lookingForAccounts } from '../workbench/labelsView.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { Walkthrough } from '../workbench/walkthrough.ts';
import { leaveAndReturn } from '../workbench/windowFocus.ts';
import type { Workbench } from '../workbench/workbench.ts';

describe('Two windows in a browser, which do not see what the other stores', () => {
  let fixture: SandboxWorkbench;
  let second: Workbench;
  let secondView: LabelsView;

  before(async () => {
    fixture = await SandboxWorkbench.start({
      sandbox: { refreshTokenReuse: 'revoke' },
      settings: { 'workforce.labels.pageSize': 10 },
    });
    await fixture.signInFirst();
    second = await fixture.workbench.openSecondWindow();
    secondView = new LabelsView(second);
  });

  afterEach(async function () {
    await screenshotOnFailure(this, second);
  });

  after(async () => await fixture.stop());

  const calls = () => fixture.sandbox.control.tokenCalls();

  it('share a session', async () => {
    await secondView.open();
    await secondView.row('Load more (10 of 500)').waitFor();
    assert.equal(calls().length, 1);
  });

  it('tick the steps of Get Started that were done in the other one', async () => {
    const walkthrough = new Walkthrough(second);
    await second.quickInput.runCommand('Workforce: Get Started');
    await walkthrough.heading.waitFor();
    await walkthrough.waitUntilDone('connect');
    const { workbench } = fixture;
    await workbench.page.bringToFront();
    await workbench.quickInput.runCommand('Workforce: Find Label…');
    await workbench.quickInput.fill('council');
    await workbench.quickInput.focusedRow('Works council member').waitFor();
    await workbench.quickInput.accept();
    await workbench.editorTab('COUNCIL-00002').waitFor();
    await workbench.quickInput.runCommand('View: Close All Editors');
    await second.page.bringToFront();
    await waitUntil(async () => {
      // VS Code takes a moment to tell its other windows what one of them stores.
      await leaveAndReturn(second.page);
      return (await walkthrough.doneSteps()).includes('find');
    });
    assert.deepEqual(await walkthrough.doneSteps(), ['connect', 'find']);
    await second.screenshot('63-steps-of-the-other-window');
    await second.quickInput.runCommand('View: Close All Editors');
  });

  it('renew the session in turn through the lives of five tokens, without one reload', async () => {
    const windows = [
      { workbench: fixture.workbench, view: fixture.view },
      { workbench: second, view: secondView },
    ];
    for (let life = 1; life <= 5; life += 1) {
      const labelName = `Renewed ${life}`;
      fixture.renameLabel(0, labelName);
      fixture.sandbox.control.expireAccessTokens();
      for (const { workbench, view } of windows) {
        await workbench.page.bringToFront();
        await workbench.clickSidebarButton('Refresh Labels');
        await view.row(labelName).waitFor();
      }
      assert.equal(calls().length, life + 1);
      windows.reverse();
    }
    for (const { workbench } of windows) {
      await workbench.page.bringToFront();
      assert.deepEqual(await workbench.notificationTexts(), []);
    }
    assert.ok(calls().every(({ outcome }) => outcome === 'ok'));
    await second.screenshot('64-five-token-lives');
  });

  it('one renews the session, and its handover is lost', async () => {
    const { sandbox, view, workbench } = fixture;
    await workbench.page.bringToFront();
    fixture.renameLabel(0, 'Renewed alone');
    sandbox.control.expireAccessTokens();
    await workbench.clickSidebarButton('Refresh Labels');
    await view.row('Renewed alone').waitFor();
    const folder = join(workbench.storageFolder(), 'sessions');
    const handovers = (await readdir(folder)).filter((name) => name.endsWith('.handover'));
    assert.equal(handovers.length, 1);
    await Promise.all(handovers.map(async (name) => await rm(join(folder, name))));
  });

  it('the other says once that it has to be loaded anew, and sends nothing that is used up', async () => {
    const before = calls();
    await second.page.bringToFront();
    await second.clickSidebarButton('Refresh Labels');
    await second.notification('Reload this window').waitFor();
    await secondView.row('Retry').waitFor();
    await second.screenshot('65-renewed-elsewhere');
    for (let times = 0; times < 2; times += 1) {
      await second.untilNotificationHasGone('Testing', async () => {
        await second.quickInput.runCommand('Workforce: Test Connection');
      });
    }
    await second.screenshot('66-still-behind');
    assert.equal(await second.notification('Reload this window').count(), 1);
    assert.deepEqual(calls(), before);
  });

  it('the other goes on after it was loaded anew, and never asks to sign in meanwhile', async () => {
    const welcomes = await secondView.watchWelcomes();
    await second.open();
    await secondView.open();
    await secondView.row('Load more (10 of 500)').waitFor();
    const wrong = (await welcomes()).filter((text) => !text.startsWith(lookingForAccounts));
    assert.deepEqual(wrong, []);
    fixture.sandbox.control.expireAccessTokens();
    await second.clickSidebarButton('Refresh Labels');
    await waitUntil(() => calls().length === 8);
    await secondView.row('Load more (10 of 500)').waitFor();
    assert.deepEqual(await second.notificationTexts(), []);
    assert.ok(calls().every(({ outcome }) => outcome === 'ok'));
    await second.screenshot('67-reloaded');
  });
});
