import assert from 'node:assert/strict';
import { holdExtensionHosts } from '../host/extensionHostProcess.ts';
import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const tenant = 'acme-europe';
const count = 40;

describe('A run whose window is loaded anew while its extension host does not end', () => {
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

  after(async () => await labelChanges.stop());

  it('says once the host has gone what was not sent, and sends the rest', async () => {
    const { sandbox, view, workbench } = labelChanges.fixture;
    const { control } = sandbox;
    const ids = control
      .labels(tenant)
      .slice(0, count)
      .map(({ id }) => id);
    const sent = () => control.labelHistory(tenant).map(({ labelId }) => labelId);
    await labelChanges.select(['Probation period'], count);
    await labelChanges.chooseStatus('Closed', `Set the status of ${count} labels to Closed (11)?`);
    control.setOption({ latency: 500 });
    await workbench.dialogButton('Set Status').click();
    await waitUntil(() => sent().length >= 12);
    const host = holdExtensionHosts();
    await workbench.open();
    control.setOption({ latency: 0 });
    await view.open();
    await view.row('Probation period, code').waitFor();
    // Offered once the new window has looked at the runs: it has found that the other one is still there.
    await workbench.quickInput.waitForCommand('Workforce: Undo Last Bulk Change');
    const ended = /VS Code closed before “Set Status: Closed \(11\)” was finished\./;
    assert.equal(await workbench.notification(ended).count(), 0);
    host.kill();
    const summary = workbench.notification(ended);
    await summary.waitFor();
    const changed = sent().length;
    const facts = await summary.innerText();
    assert.ok(facts.includes(`${changed} labels changed. Not sent: ${count - changed}.`), facts);
    assert.deepEqual(await workbench.notificationButtonTexts(ended), [
      'Show Details',
      'Resume',
      'Undo',
    ]);
    await workbench.screenshot('89-changes-after-reload');
    await workbench.notificationButton(ended, 'Resume').click();
    await workbench.agree('Send');
    await workbench.notification(`${count} labels changed.`).waitFor();
    assert.deepEqual(sent().toSorted(), ids.toSorted());
  });
});
