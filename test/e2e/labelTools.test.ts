import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import type { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { labelChangesWindow } from './windows.ts';

const [europe, asia] = ['acme-europe', 'acme-asia'] as const;

describe('Replace, select by list and compare', () => {
  const window = labelChangesWindow.use();
  let fixture: SandboxWorkbench;
  let labelChanges: LabelChangesWorkbench;

  before(() => {
    labelChanges = window();
    ({ fixture } = labelChanges);
  });

  afterEach(async () => {
    await fixture.workbench.dismissNotifications();
  });

  function namesOf(tenant: string): (string | null | undefined)[] {
    return fixture.sandbox.control.labels(tenant).map(({ labelName }) => labelName);
  }

  /** Begins to replace in the names of all labels, by a regular expression, up to the review. */
  async function replaceInNames(find: string, replacement: string): Promise<void> {
    const { quickInput } = fixture.workbench;
    await quickInput.runCommand('Workforce: Replace in Labels…');
    await quickInput.pick('Name');
    await quickInput.widget.getByText('Text to find').waitFor();
    const toggle = quickInput.widget.getByRole('checkbox', { name: 'Use Regular Expression' });
    if (!(await toggle.isChecked())) {
      await toggle.click();
    }
    await quickInput.answer('Text to find', find);
    await quickInput.answer('Replacement', replacement);
  }

  it('replaces by a regular expression in all names, after a review', async () => {
    const { workbench } = fixture;
    const before = namesOf(europe);
    const count = before.filter((name) => name?.startsWith('Company car')).length;
    assert.ok(count > 1);
    await replaceInNames('^Company (\\p{L}+)', 'Team $1');
    await workbench.editorTab('Replace').waitFor();
    await fixture.review.text(`${count} labels will change.`).waitFor();
    await workbench.screenshot('90-replace');
    assert.deepEqual(namesOf(europe), before);
    await fixture.review.apply();
    await workbench.untilNotificationIsListed(`${count} labels changed.`);
    assert.deepEqual(
      namesOf(europe),
      before.map((name) => name?.replace('Company car', 'Team car') ?? name),
    );
  });

  it('shows in the review a space that is added', async () => {
    const { review } = fixture;
    await replaceInNames('^Team (\\p{L}+)', 'Team  $1\u00A0');
    await review
      .row(String.raw`Team \u{20}car\u{a0}`)
      .first()
      .waitFor();
    await fixture.workbench.screenshot('90-replace-space');
    await review.cancelButton.click();
  });

  it('ends a regular expression that has no end, and lets it be changed', async () => {
    const { quickInput } = fixture.workbench;
    await replaceInNames('^(\\p{L}+[ -]?)+#$', '');
    const message = 'The regular expression takes too long';
    await fixture.workbench.notificationButton(message, 'Change It').click();
    await quickInput.pick('Name');
    await quickInput.widget.getByText('Text to find').waitFor();
    assert.equal(await quickInput.input.inputValue(), '^(\\p{L}+[ -]?)+#$');
    await quickInput.dismiss();
  });

  it('finds labels by a list, lists what it has not found, and exports the others', async () => {
    const { sandbox, workbench } = fixture;
    const { quickInput } = workbench;
    const [first, , third] = sandbox.control.labels(europe);
    assert.ok(first && third);
    const list = `${third.labelCode}; nobody;${first.id}\t${third.labelCode}`;
    await quickInput.runCommand('Workforce: Select by List…');
    await quickInput.fill(list);
    await quickInput.row('Find These').waitFor();
    await workbench.screenshot('91-list');
    await quickInput.pick('Find These');
    await quickInput.row('Export Labels…').waitFor();
    await quickInput.widget.getByText('2 labels found. 1 entry was not found.').waitFor();
    await quickInput.pick('Show Entries Not Found');
    await workbench.editorTab('Not Found').waitFor();
    assert.deepEqual(await workbench.editorLines('nobody'), ['nobody', '']);
    await workbench.screenshot('92-listed');
    await workbench.notificationButton('1 entry was not found.', 'Choose Action').click();
    const file = path.join(labelChanges.folder, 'listed.csv');
    await quickInput.pick('Export Labels…');
    await quickInput.row('Excel').waitFor();
    await workbench.screenshot('93-export-formats');
    await quickInput.pick('CSV');
    await quickInput.enterPath(file, 'OK');
    await workbench.notification('2 labels exported.').waitFor();
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    assert.equal(lines.length, 4);
    assert.ok(lines[1]?.startsWith(`"'${third.id}"`) && lines[2]?.startsWith(`"'${first.id}"`));
  });

  it('exports an Excel workbook, which an import reads as it is', async () => {
    const { sandbox, workbench } = fixture;
    const { quickInput } = workbench;
    const file = path.join(labelChanges.folder, 'labels.xlsx');
    const codes = sandbox.control.labels(europe).map(({ labelCode }) => labelCode);
    await quickInput.runCommand('Workforce: Select by List…');
    await quickInput.fill(`- ${codes.slice(0, 5).join(', ')} and ${codes[5]}.`);
    await quickInput.pick('Find These');
    await quickInput.pick('Export Labels…');
    await quickInput.pick('Excel');
    await quickInput.enterPath(file, 'OK');
    await workbench.notification('6 labels exported.').waitFor();
    assert.equal((await readFile(file)).subarray(0, 2).toString(), 'PK');
    await labelChanges.importFrom(file);
    await workbench.notification('6 labels already have the new values.').waitFor();
  });

  it('matches rows by their codes where a spreadsheet has rounded the IDs', async () => {
    const { sandbox, workbench } = fixture;
    const { quickInput } = workbench;
    const [first, second] = sandbox.control.labels(europe);
    assert.ok(first && second);
    const file = path.join(labelChanges.folder, 'rounded.csv');
    const rows = [first, second].map(
      ({ id, labelCode }) => `${Number(id).toExponential(14)},${labelCode},Matched by code`,
    );
    await writeFile(file, ['id,labelCode,labelName', ...rows, ''].join('\n'));
    await labelChanges.importFrom(file);
    await quickInput.row('Match by Code').waitFor();
    await workbench.screenshot('94-rounded-ids');
    await quickInput.pick('Match by Code');
    await fixture.review.text('2 labels will change.').waitFor();
    await fixture.review.cancelButton.click();
    await workbench.editorTab('Import').waitFor({ state: 'hidden' });
    await labelChanges.importFrom(file);
    await quickInput.pick('Skip These Rows');
    await workbench.notification('2 rows cannot be applied.').waitFor();
  });

  it('compares two accounts, one way, and gives the labels of one the values of the other', async () => {
    const { sandbox, view, workbench } = fixture;
    const { quickInput } = workbench;
    await view.signIn({ tenant: 'Acme Asia' });
    await view.row(`Account ${asia} · hr-administrator`).waitFor();
    const before = sandbox.control.labels(europe);
    const others = sandbox.control.labels(asia).map(valuesOf);
    const count = before.filter((label, index) => valuesOf(label) !== others[index]).length;
    assert.ok(count > 1);
    await quickInput.runCommand('Workforce: Compare Accounts…');
    await quickInput.widget.getByText('Compare Accounts (1/2)').waitFor();
    await workbench.screenshot('93-take-values-from');
    await quickInput.pick(`${europe} · hr-administrator (Acme test)`);
    await quickInput.widget.getByText('Compare Accounts (2/2)').waitFor();
    await quickInput.pick(`${asia} · hr-administrator (Acme test)`);
    await workbench.editorTab('Copy Values from').waitFor();
    const { review } = fixture;
    await review.text(`${count} labels will change.`).waitFor();
    await workbench.screenshot('94-differences');
    // What the other account is to become like changes too while this is looked at.
    const names = sandbox.control.labels(asia).map(({ labelName }) => labelName);
    // The one whose change is listed first, in the order of the codes.
    const [source] = before
      .filter(({ labelName }, index) => labelName !== names[index])
      .toSorted((one, other) => (one.labelCode < other.labelCode ? -1 : 1));
    assert.ok(source);
    sandbox.control.updateLabel(europe, source.id, { labelName: 'Changed meanwhile' });
    await review.apply();
    await review.text('Nothing was sent: 1 label has changed since').first().waitFor();
    await review
      .row('Changed meanwhile')
      .and(workbench.webview.locator('[aria-rowindex="2"]'))
      .waitFor();
    await review.apply();
    await workbench.untilNotificationIsListed(`${count} labels changed.`);
    const now = sandbox.control.labels(europe);
    assert.deepEqual(sandbox.control.labels(asia).map(valuesOf), now.map(valuesOf));
    const changed = { ...source, labelName: 'Changed meanwhile' };
    assert.deepEqual(
      now.map(valuesOf),
      before.map((label) => valuesOf(label.id === source.id ? changed : label)),
    );
  });
});

function valuesOf({ labelCode, labelName, labelStatus }: LabelRecord): string {
  return JSON.stringify([labelCode, labelName, labelStatus]);
}
