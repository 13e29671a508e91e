import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { localTime } from '../../src/core/text/localTime.ts';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const tenant = 'acme-europe';
const count = 10_000;
/** How many labels have their status set. */
const changed = 60;

describe('10,000 labels', () => {
  let fixture: SandboxWorkbench;
  let labelChanges: LabelChangesWorkbench;
  let folder: string;

  before(async () => {
    labelChanges = await LabelChangesWorkbench.start({
      sandbox: { labels: count, latency: 20, pageLimit: 200 },
      settings: {
        'workbench.hover.delay': 500,
        'workforce.labels.statusNames': {
          '0': 'Draft',
          '1': 'Active',
          '2': 'Paused',
          '9': 'Closed',
        },
      },
    });
    ({ folder, fixture } = labelChanges);
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  after(async () => {
    await labelChanges.stop();
  });

  /** Waits until the view has so many rows. */
  async function waitForRows(rows: number): Promise<void> {
    await fixture.view.rows
      .and(fixture.workbench.page.locator(`[aria-setsize="${rows}"]`))
      .first()
      .waitFor();
  }

  /** How many updates the service was sent. */
  function sent(): number {
    return fixture.sandbox.control.requests()['POST /api/v2/label/update'] ?? 0;
  }

  /** Waits until the tooltip of a label's row says what the service has. */
  async function waitForTooltip(label: LabelRecord | undefined): Promise<void> {
    assert.ok(label);
    const { page } = fixture.workbench;
    const row = fixture.view.row(`${label.labelName ?? ''}, code ${label.labelCode}`);
    const tooltip = page.locator('.monaco-hover:visible', { hasText: 'Update time' });
    await waitUntil(async () => {
      // A tooltip is made when the pointer comes, and stays as it is.
      await fixture.view.leaveRows();
      await row.hover();
      await tooltip.waitFor();
      return (await tooltip.innerText()).includes(localTime(label.updateTime, 'en') ?? '');
    });
  }

  it('shows the first page', async () => {
    await waitForRows(101);
    await fixture.workbench.screenshot('scale-first-page');
  });

  it('loads all into ranges, and scrolls to the end of the last one', async () => {
    const { page, quickInput } = fixture.workbench;
    await quickInput.runCommand('Workforce: Load All Labels');
    await fixture.view.row('Labels 1 to 1,000').waitFor();
    await quickInput.runCommand('Workforce: Focus on Labels View');
    await fixture.view.waitForFocus();
    await page.keyboard.press('End');
    await fixture.view.focusedRow('Labels 9,001 to 10,000').waitFor();
    await fixture.workbench.screenshot('scale-ranges');
    await quickInput.runCommand('Workforce: Focus on Labels View');
    await quickInput.closed();
    await fixture.view.waitForFocus();
    await page.keyboard.press('ArrowRight');
    await fixture.view.waitForLength(10 + 2 * 1000);
    await page.keyboard.press('End');
    const last = fixture.sandbox.control.labels(tenant).at(-1);
    await fixture.view.focusedRow(last?.labelName ?? '').waitFor();
    await fixture.workbench.screenshot('scale-end');
  });

  it('finds labels on the service', async () => {
    const { quickInput } = fixture.workbench;
    await quickInput.runCommand('Workforce: Find Label…');
    await quickInput.input.waitFor();
    await quickInput.fill('FORKLIFT-09985');
    await quickInput.widget.getByText('FORKLIFT-09985').waitFor();
    await quickInput.fill('forklift');
    await quickInput.widget.getByText('FORKLIFT-00035').waitFor();
    await (await quickInput.scrollTo(/More results \(20 of /)).click();
    await quickInput.scrollTo(/More results \(40 of /);
    await fixture.workbench.screenshot('scale-find');
    await quickInput.dismiss();
  });

  it('counts the labels of a range that is selected, and sends nothing when that is cancelled', async () => {
    const { view, workbench } = fixture;
    const range = 'Labels 1 to 1,000';
    await labelChanges.goTo([range]);
    await view.row(range).click({ modifiers: ['ControlOrMeta'] });
    await view.selectedRow(range).waitFor();
    await fixture.view.leaveRows();
    await labelChanges.chooseStatus('Closed', 'Set the status of 1,000 labels to Closed (9)?');
    await workbench.screenshot('scale-range-dialog');
    await workbench.dialogButton('Cancel').click();
    // The answer to this comes after what an answer to the question would have sent.
    await labelChanges.find('FORKLIFT-09985', 'FORKLIFT-09985');
    await workbench.quickInput.dismiss();
    assert.equal(sent(), 0);
  });

  it('sets the status of labels, 7 of which fail', async () => {
    const { workbench, sandbox } = fixture;
    const before = sandbox.control.labels(tenant).slice(0, changed);
    const locked = before.filter((_, index) => index % 3 === 2).slice(0, 7);
    assert.equal(locked.length, 7);
    sandbox.control.setOption({ failUpdateIds: locked.map(({ id }) => id) });
    await labelChanges.select(['Labels 1 to 1,000', 'Probation period'], changed);
    await fixture.view.leaveRows();
    await labelChanges.chooseStatus('Closed', `Set the status of ${changed} labels to Closed (9)?`);
    await workbench.screenshot('scale-set-status-dialog');
    await workbench.dialogButton('Show Changes').click();
    await workbench.editorTab('Set Status: Closed (9)').waitFor();
    await fixture.workbench.screenshot('scale-set-status-changes');
    assert.equal(sent(), 0);
    await fixture.review.apply();
    const summary = `${changed - 7} labels changed. Failed: 7.`;
    await workbench.notification(summary).waitFor();
    await workbench.notificationButton(summary, 'Show Failures').click();
    await workbench.editorTab('Result').waitFor();
    await fixture.workbench.screenshot('scale-set-status-failures');
    const after = sandbox.control.labels(tenant).slice(0, changed);
    assert.equal(after.filter(({ labelStatus }) => labelStatus === 9).length, changed - 7);
    await waitForTooltip(after.at(-1));
    await fixture.view.waitForSelected('Closed');
    sandbox.control.setOption({ failUpdateIds: [] });
    // As a toast it may have gone by now.
    await workbench.openNotifications();
    await workbench.notificationButton(summary, 'Retry Failed').click();
    await workbench.agree('Retry');
    await workbench.notificationButton(`${changed} labels changed.`, 'Undo').click();
    await workbench.agree('Undo');
    // The summary of this reads as the one before.
    await waitUntil(() => sent() === changed + 7 + changed);
    await workbench.notification(`${changed} labels changed.`).waitFor();
    assert.deepEqual(
      sandbox.control
        .labels(tenant)
        .slice(0, changed)
        .map(({ labelStatus }) => labelStatus),
      before.map(({ labelStatus }) => labelStatus),
    );
  });

  it('exports all labels and imports a changed file', async () => {
    const { workbench, sandbox } = fixture;
    const file = path.join(folder, 'labels.csv');
    await labelChanges.exportTo(file, 'CSV');
    await workbench.notification('10,000 labels exported.').waitFor();
    assert.deepEqual(await readdir(folder), ['labels.csv']);
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    assert.equal(lines.length, count + 2);
    const edited = lines.map((line, index) =>
      index > 0 && index % 1000 === 0 ? line.replace(/"[^"]*"(,"\d+"|)$/, '"Renamed"$1') : line,
    );
    await writeFile(
      file,
      [...edited.slice(0, -1), '"\'nobody","X","Y","1"', '"\'1","","","many"', ''].join('\r\n'),
    );
    const calls = sent();
    await labelChanges.importFrom(file);
    await fixture.review.text('10 labels will change.').waitFor();
    await fixture.workbench.screenshot('scale-import-changes');
    assert.equal(sent(), calls);
    await fixture.review.apply();
    await workbench.notification('10 labels changed.').waitFor();
    const renamed = sandbox.control
      .labels(tenant)
      .filter(({ labelName }) => labelName === 'Renamed');
    assert.equal(renamed.length, 10);
  });
});
