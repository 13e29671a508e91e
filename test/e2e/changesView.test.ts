import assert from 'node:assert/strict';
import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';

const tenant = 'acme-europe';
const count = 8;

describe('The view Changes', () => {
  let labelChanges: LabelChangesWorkbench;

  before(async () => {
    labelChanges = await LabelChangesWorkbench.start({
      sandbox: { labels: 60, pageLimit: 1000 },
      settings: { 'workforce.labels.statusNames': { '11': 'Closed' } },
    });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, labelChanges.fixture.workbench);
  });

  after(async () => {
    await labelChanges.stop();
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
    await workbench.dismissNotifications();
    await workbench.quickInput.runCommand('Workforce: Focus on Changes View');
    const { page } = workbench;
    const row = page.getByRole('treeitem', { name: /Set Status: Closed \(11\)/ }).first();
    await row.waitFor();
    await row.click();
    await page.keyboard.press('ArrowRight');
    await page
      .getByRole('treeitem', { name: /Not kept/ })
      .first()
      .waitFor();
    for (const theme of ['light', 'dark', 'highContrast'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`86-changes-${theme}`);
    }
    await page
      .getByRole('treeitem', { name: /^Fixed-term contract\sChanged/ })
      .first()
      .click();
    await workbench.editorTab('FIXED-TERM').waitFor();
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
});
