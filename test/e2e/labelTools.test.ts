import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import type { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';

const [europe, asia] = ['acme-europe', 'acme-asia'] as const;
const themes = ['light', 'dark', 'highContrast'] as const;

describe('Replace, select by list and compare', () => {
  let fixture: SandboxWorkbench;
  let labelChanges: LabelChangesWorkbench;

  before(async () => {
    labelChanges = await LabelChangesWorkbench.start({
      sandbox: { labels: 60, pageLimit: 1000 },
      settings: { 'workforce.labels.statusNames': { '11': 'Closed' } },
    });
    ({ fixture } = labelChanges);
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
    await fixture.workbench.dismissNotifications();
  });

  after(async () => {
    await labelChanges.stop();
  });

  async function screenshots(name: string): Promise<void> {
    for (const theme of themes) {
      await fixture.workbench.setTheme(theme);
      await fixture.workbench.screenshot(`${name}-${theme}`);
    }
  }

  function namesOf(tenant: string): (string | null | undefined)[] {
    return fixture.sandbox.control.labels(tenant).map(({ labelName }) => labelName);
  }

  /** Begins to replace in the names of all labels, by a regular expression, up to the review. */
  async function replaceInNames(find: string, replacement: string): Promise<void> {
    const { quickInput } = fixture.workbench;
    await quickInput.runCommand('Workforce: Replace in Labels…');
    await quickInput.pick('Name');
    await quickInput.widget.getByText('What to find').waitFor();
    const toggle = quickInput.widget.getByRole('checkbox', { name: 'Use Regular Expression' });
    if (!(await toggle.isChecked())) {
      await toggle.click();
    }
    await quickInput.fill(find);
    await quickInput.accept();
    await quickInput.widget.getByText('What to put in its place').waitFor();
    await quickInput.fill(replacement);
    await quickInput.accept();
  }

  it('replaces by a regular expression in all names, after a review', async () => {
    const { workbench } = fixture;
    const before = namesOf(europe);
    await replaceInNames('^Company (\\p{L}+)', 'Team $1');
    await workbench.editorTab('Replace').waitFor();
    await workbench.notification('Labels to change: 2.').waitFor();
    await screenshots('90-replace');
    assert.deepEqual(namesOf(europe), before);
    await workbench.editorAction('Apply Changes').click();
    await workbench.untilNotificationIsListed('Labels changed: 2.');
    assert.deepEqual(
      namesOf(europe),
      before.map((name) => name?.replace('Company car', 'Team car') ?? name),
    );
  });

  it('ends a regular expression that has no end, and lets it be changed', async () => {
    const { quickInput } = fixture.workbench;
    await replaceInNames('^(\\p{L}+[ -]?)+#$', '');
    const message = 'The regular expression takes too long';
    await fixture.workbench.notificationButton(message, 'Change It').click();
    await quickInput.pick('Name');
    await quickInput.widget.getByText('What to find').waitFor();
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
    await quickInput.row('Look for These').waitFor();
    await workbench.screenshot('91-list');
    await quickInput.pick('Look for These');
    await quickInput.row('Export Labels…').waitFor();
    await quickInput.widget.getByText('2 labels found. Not found: 1.').waitFor();
    await workbench.editorTab('Not Found').waitFor();
    assert.deepEqual(await workbench.editorLines('nobody'), ['nobody', '']);
    await workbench.screenshot('92-listed');
    const file = path.join(labelChanges.folder, 'listed.csv');
    await quickInput.pick('Export Labels…');
    await quickInput.pick('CSV');
    await quickInput.enterPath(file, 'OK');
    await workbench.notification('2 labels exported.').waitFor();
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    assert.equal(lines.length, 4);
    assert.ok(lines[1]?.startsWith(`"${third.id}"`) && lines[2]?.startsWith(`"${first.id}"`));
  });

  it('compares two accounts, and makes the labels of one like those of the other', async () => {
    const { sandbox, view, workbench } = fixture;
    const { quickInput } = workbench;
    await view.signIn({ tenant: 'Acme Asia' });
    await view.row(`Account ${asia} · hr-administrator`).click();
    const before = sandbox.control.labels(europe);
    await quickInput.runCommand('Workforce: Compare Accounts…');
    const different = /Different: (\d+)\. The same: \d+\./;
    await workbench.notification(different).waitFor();
    await workbench.editorTab(`Labels: ${asia}`).waitFor();
    await screenshots('93-comparison');
    await workbench.editorAction('Apply Changes').click();
    await quickInput.pick(`Change ${asia} · hr-administrator (Acme test)`);
    await workbench.editorTab('Make labels like those of').waitFor();
    await workbench.notification('Labels to change: 45.').waitFor();
    await workbench.editorLines('Status:');
    await workbench.screenshot('94-differences');
    // What the other account is to become like changes too while this is looked at.
    const names = sandbox.control.labels(asia).map(({ labelName }) => labelName);
    const source = before.find(({ labelName }, index) => labelName !== names[index]);
    assert.ok(source);
    sandbox.control.updateLabel(europe, source.id, { labelName: 'Changed meanwhile' });
    await workbench.editorAction('Apply Changes').click();
    await workbench
      .notification(/Since this was shown, labels have changed: .*: Labels to change: 45\./)
      .waitFor();
    await workbench.editorLines('Changed meanwhile');
    await workbench.editorAction('Apply Changes').click();
    await workbench.untilNotificationIsListed('Labels changed: 45.');
    const now = sandbox.control.labels(europe);
    assert.deepEqual(sandbox.control.labels(asia).map(valuesOf), now.map(valuesOf));
    const changed = { ...source, labelName: 'Changed meanwhile' };
    assert.deepEqual(
      now.map(valuesOf),
      before.map((label) => valuesOf(label.id === source.id ? changed : label)),
    );
  });
});

function valuesOf({ labelCode, labelName, labelStatus }: LabelRecord): unknown {
  return [labelCode, labelName, labelStatus];
}
