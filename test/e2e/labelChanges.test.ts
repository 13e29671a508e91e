import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import type { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { labelChangesWindow } from './windows.ts';

const tenant = 'acme-europe';
/** How many labels are changed. */
const count = 60;
/** What each request takes in milliseconds while there is something to cancel. */
const latency = 1000;

describe('Work on many labels', () => {
  const window = labelChangesWindow.use();
  let fixture: SandboxWorkbench;
  let labelChanges: LabelChangesWorkbench;
  let folder: string;

  before(() => {
    labelChanges = window();
    ({ folder, fixture } = labelChanges);
  });

  afterEach(async () => {
    fixture.sandbox.control.setOption({ latency: 0, pageLimit: 1000, failUpdateIds: [] });
    await fixture.workbench.dismissNotifications();
  });

  /** The labels that are changed: the first ones. */
  function records(): LabelRecord[] {
    return fixture.sandbox.control.labels(tenant).slice(0, count);
  }

  /** Those of the labels that are in none of the records `others` as they are: an update sets the time. */
  function changedSince(others: readonly LabelRecord[]): LabelRecord[] {
    const times = new Set(others.map(({ id, updateTime }) => `${id} ${updateTime}`));
    return records().filter(({ id, updateTime }) => !times.has(`${id} ${updateTime}`));
  }

  /** How many updates the service was sent. */
  function sent(): number {
    return fixture.sandbox.control.requests()['POST /api/v2/label/update'] ?? 0;
  }

  /** How many pages of labels the service was asked for. */
  function listed(): number {
    return fixture.sandbox.control.requests()['GET /api/v2/label/list'] ?? 0;
  }

  /** Selects the labels and sets their status. */
  async function setStatus(name: string, number: number): Promise<void> {
    await labelChanges.select(['Probation period'], count);
    await labelChanges.chooseStatus(
      name,
      `Set the status of ${count} labels to ${name} (${number})?`,
    );
    await fixture.workbench.dialogButton('Set Status').click();
  }

  /** Does what takes requests, and cancels when `answered` of those that `requests` counts are answered. */
  async function cancelMidway(
    title: string,
    requests: () => number,
    action: () => Promise<void>,
    answered = 1,
  ): Promise<void> {
    const before = requests();
    fixture.sandbox.control.setOption({ latency });
    await action();
    // No more than 6 are under way at a time.
    await waitUntil(() => requests() >= before + 6 + answered);
    await fixture.workbench.notificationButton(title, 'Cancel').click();
  }

  /**
   * The numbers in the summary of changes that were broken off, once what had left has arrived; `before`
   * is what was sent until then. What was under way is uncertain.
   */
  async function brokenOff(
    before: number,
    first: readonly LabelRecord[],
  ): Promise<{ changed: number; failed: number; uncertain: number; notSent: number }> {
    const text = await fixture.workbench
      .notification(/Not sent: \d/)
      .locator('.notification-list-item-message')
      .innerText();
    fixture.sandbox.control.setOption({ latency: 0 });
    const match =
      /^“.+”, acme-europe · .+: (\d+) labels? changed\.(?: Failed: (\d+)\.)?(?: Uncertain: (\d+)\.)? Not sent: (\d+)\.$/.exec(
        text,
      );
    const [changed = 0, failed = 0, uncertain = 0, notSent = 0] = (match ?? [])
      .slice(1)
      .map((digits) => Number(digits ?? 0));
    assert.ok(changed > 0 && notSent > 0 && uncertain <= 6, text);
    assert.equal(changed + failed + uncertain + notSent, count);
    assert.ok(sent() <= before + changed + failed + uncertain);
    await waitUntil(() => changedSince(first).length === sent() - before - failed);
    return { changed, failed, uncertain, notSent };
  }

  it('offers no undo as long as nothing was changed', async () => {
    const { page, quickInput } = fixture.workbench;
    const title = 'Workforce: Undo Last Bulk Change';
    await page.keyboard.press('F1');
    await quickInput.input.waitFor();
    await quickInput.fill(`>${title}`);
    // VS Code looks for similar ones when it has found all that match.
    const others = quickInput.widget.getByText(/^(similar commands|No matching commands)$/);
    await others.or(quickInput.row(title)).first().waitFor();
    assert.ok(!(await quickInput.labels()).includes(title));
    await quickInput.dismiss();
  });

  it('sends nothing when the question is cancelled, and finds labels after it', async () => {
    const { workbench } = fixture;
    const before = sent();
    await labelChanges.select(['Probation period'], count);
    await labelChanges.chooseStatus('Paused', `Set the status of ${count} labels to Paused (13)?`);
    await workbench.screenshot('84-set-status');
    await workbench.dialogButton('Cancel').click();
    // The answer to this comes after what an answer to the question would have sent.
    await labelChanges.find('forklift', 'FORKLIFT-00035');
    await workbench.screenshot('85-find');
    await workbench.quickInput.dismiss();
    assert.equal(sent(), before);
  });

  it('sets a status, is cancelled midway, and sends the rest', async () => {
    const { workbench } = fixture;
    const first = records();
    const before = sent();
    await cancelMidway('Changing labels', sent, async () => await setStatus('Closed', 11));
    const { changed, failed, uncertain } = await brokenOff(before, first);
    assert.equal(failed, 0);
    assert.ok(changedSince(first).length >= changed);
    const present = records();
    const arrived = changedSince(first).length;
    assert.ok(arrived <= changed + uncertain);
    assert.deepEqual(await workbench.notificationButtonTexts(/Not sent/), [
      'Show Details',
      'Resume',
      'Undo',
    ]);
    await workbench.notificationButton(/Not sent/, 'Resume').click();
    await workbench.agree('Send');
    await workbench.notification(`${count} labels changed.`).waitFor();
    assert.equal(sent(), before + count);
    assert.equal(changedSince(present).length, count - arrived);
    assert.ok(records().every(({ labelStatus }) => labelStatus === 11));
    await fixture.view.waitForSelected('Closed');
  });

  it('names what failed, and sends only that again', async () => {
    const { sandbox, workbench } = fixture;
    const before = sent();
    const first = records();
    const locked = first.slice(2, 4);
    sandbox.control.setOption({ failUpdateIds: locked.map(({ id }) => id) });
    // All of those that were sent first, the locked ones among them.
    const answered = 7;
    await cancelMidway(
      'Changing labels',
      sent,
      async () => await setStatus('Archived', 12),
      answered,
    );
    const { failed, notSent } = await brokenOff(before, first);
    assert.equal(failed, locked.length);
    const arrived = changedSince(first).length;
    const sentBefore = sent();
    assert.deepEqual(await workbench.notificationButtonTexts(/Not sent/), [
      'Show Failures',
      'Retry Failed',
      'Resume',
      'Undo',
    ]);
    await workbench.screenshot('80-broken-off');
    await workbench.notificationButton(/Not sent/, 'Show Failures').click();
    const lines = await workbench.editorLines('Failed: 2');
    await workbench.screenshot('81-failures');
    for (const { id, labelCode, labelName } of locked) {
      const heading = lines.indexOf(`${labelName ?? ''} · ${labelCode} · ${id}`);
      assert.match(lines[heading + 1] ?? '', /The label is locked by a running payroll\./);
    }
    sandbox.control.setOption({ failUpdateIds: [] });
    const present = records();
    await workbench.notificationButton(/Not sent/, 'Retry Failed').click();
    await workbench.agree('Retry');
    // What was uncertain has been read along with it.
    const summary = new RegExp(
      `${arrived + 2} labels changed\\.(?: Failed: \\d+\\.)? Not sent: ${notSent}\\.`,
    );
    await workbench.untilNotificationIsListed(summary);
    assert.equal(sent(), sentBefore + locked.length);
    assert.deepEqual(
      changedSince(present).map(({ id, labelStatus }) => [id, labelStatus]),
      locked.map(({ id }) => [id, 12]),
    );
  });

  it('undoes all but what somebody else has changed since', async () => {
    const { sandbox, workbench } = fixture;
    const before = records();
    const pagesRead = () => sandbox.control.requests()['GET /api/v2/label/list'] ?? 0;
    const pagesReadBefore = pagesRead();
    await setStatus('Paused', 13);
    await workbench.notification(`${count} labels changed.`).waitFor();
    // The labels are compared, read right before they are sent, and read back.
    assert.equal(pagesRead(), pagesReadBefore + 3);
    const [, other] = before;
    assert.ok(other);
    sandbox.control.updateLabel(tenant, other.id, { labelStatus: 5 });
    await workbench.quickInput.runCommand('Workforce: Undo Last Bulk Change');
    await workbench.agree('Undo');
    const summary = `${count - 1} labels changed. Conflicts: 1.`;
    await workbench.untilNotificationIsListed(summary);
    assert.deepEqual(
      records().map(({ labelStatus }) => labelStatus),
      before.map(({ id, labelStatus }) => (id === other.id ? 5 : labelStatus)),
    );
    await workbench.notificationButton(summary, 'Show Details').click();
    const lines = await workbench.editorLines('Conflicts: 1');
    await workbench.screenshot('82-conflicts');
    const heading = lines.indexOf(`${other.labelName ?? ''} · ${other.labelCode} · ${other.id}`);
    assert.match(
      lines[heading + 1] ?? '',
      /Status: somebody else has changed it from Paused \(13\) to 5; proposed: /,
    );
  });

  it('exports, is cancelled midway, and leaves nothing behind', async () => {
    const { sandbox, workbench } = fixture;
    sandbox.control.setOption({ pageLimit: 5 });
    await cancelMidway('Export All Labels', listed, async () => {
      await labelChanges.exportTo(path.join(folder, 'labels.csv'), 'CSV');
      await waitUntil(async () => (await readdir(folder)).length > 0);
    });
    await waitUntil(async () => !(await readdir(folder)).some((name) => name.endsWith('.tmp')));
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(await workbench.listedNotificationTexts(), []);
  });

  it('exports, is cancelled midway, and leaves the file that was there', async () => {
    const { sandbox, workbench } = fixture;
    const file = path.join(folder, 'labels.csv');
    await writeFile(file, 'of before');
    sandbox.control.setOption({ pageLimit: 5 });
    await cancelMidway('Export All Labels', listed, async () => {
      await labelChanges.exportTo(file, 'CSV');
      const { widget } = workbench.quickInput;
      await widget.getByText('labels.csv already exists').waitFor();
      await widget.getByRole('button', { name: 'OK', exact: true }).click();
      await waitUntil(async () => (await readdir(folder)).length > 1);
    });
    await waitUntil(async () => !(await readdir(folder)).some((name) => name.endsWith('.tmp')));
    assert.deepEqual(await readdir(folder), ['labels.csv']);
    assert.equal(await readFile(file, 'utf8'), 'of before');
    assert.deepEqual(await workbench.listedNotificationTexts(), []);
  });

  it('imports, is cancelled before anything is sent, and is silent about it', async () => {
    const { sandbox, workbench } = fixture;
    const file = path.join(folder, 'import.csv');
    const rows = records().map(({ id }, index) => `${id},Name ${index}`);
    await writeFile(file, ['id,labelName', ...rows, ''].join('\n'));
    const before = sent();
    sandbox.control.setOption({ pageLimit: 5 });
    await cancelMidway('Comparing with', listed, async () => await labelChanges.importFrom(file));
    assert.deepEqual(await workbench.listedNotificationTexts(), []);
    sandbox.control.setOption({ latency: 0 });
    await labelChanges.importFrom(file);
    // The one that was cancelled would have come first.
    await fixture.review.text(`${count} labels will change.`).waitFor();
    assert.equal(await workbench.editorTab('Import').count(), 1);
    await fixture.review.cancelButton.click();
    await workbench.editorTab('Import').waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.listedNotificationTexts(), []);
    assert.equal(sent(), before);
  });

  it('imports, is broken off, and sends only the rest when it is imported again', async () => {
    const { workbench } = fixture;
    const file = path.join(folder, 'import.csv');
    const first = records();
    const before = sent();
    await labelChanges.importFrom(file);
    await fixture.review.text(`${count} labels will change.`).waitFor();
    await workbench.screenshot('82-import-review');
    await cancelMidway('Changing labels', sent, async () => {
      await fixture.review.apply();
    });
    await brokenOff(before, first);
    const arrived = changedSince(first).length;
    const rest = count - arrived;
    const present = records();
    await labelChanges.importFrom(file);
    await fixture.review
      .text(`${rest} labels will change. ${arrived} labels already have the new values.`)
      .waitFor();
    await workbench.screenshot('83-import-again');
    await fixture.review.apply();
    await workbench.editorTab('Import').waitFor({ state: 'hidden' });
    await workbench.untilNotificationIsListed(`${rest} labels changed.`);
    assert.equal(sent(), before + count);
    assert.equal(changedSince(present).length, rest);
    assert.deepEqual(
      records().map(({ labelName }) => labelName),
      first.map((_, index) => `Name ${index}`),
    );
  });
});
