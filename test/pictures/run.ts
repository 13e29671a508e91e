import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitOnSignals } from '../host/childProcess.ts';
import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import { LabelTable } from '../workbench/labelTable.ts';
import { Animation } from './animation.ts';

// Makes the pictures of the README, of which the animations are not part of the package: does in the
// packaged extension what the README says, and shows it. It fails where that cannot be done any more.
const root = fileURLToPath(new URL('../..', import.meta.url));
const size = { width: 1100, height: 680 } as const;
const folder = path.join(root, 'docs', 'pictures');

exitOnSignals();
await mkdir(folder, { recursive: true });
const labelChanges = await LabelChangesWorkbench.start({
  sandbox: { labels: 3400, oddLabels: false },
  settings: {
    'workforce.labels.pageSize': 50,
    'workforce.labels.statusNames': { '0': 'Inactive', '1': 'Active', '2': 'Archived' },
    'workbench.layoutControl.enabled': false,
    'window.commandCenter': false,
  },
});
try {
  const { page } = labelChanges.fixture.workbench;
  await page.setViewportSize(size);
  // Where it lights up nothing.
  await page.mouse.move(size.width * 0.75, size.height * 0.9);
  await labelChanges.fixture.workbench.dismissNotifications();
  await findAndCorrect(labelChanges);
  await correctMany(labelChanges);
  await editAsTable(labelChanges);
} finally {
  await labelChanges.stop();
}

/** A label is found, corrected in the form and saved; and the picture of the whole. */
async function findAndCorrect({ fixture }: LabelChangesWorkbench): Promise<void> {
  const { form, view, workbench } = fixture;
  const { page, quickInput } = workbench;
  const animation = new Animation(page);
  await animation.show();
  await quickInput.runCommand('Workforce: Find Label…');
  await animation.show();
  await animation.type(quickInput.input, 'council');
  await quickInput.focusedRow('Works council member').waitFor();
  await animation.show();
  await quickInput.accept();
  await form.title.getByText('Works council member').waitFor();
  await quickInput.closed();
  await animation.show();
  await form.field('Name').press('Control+a');
  await animation.show();
  await animation.type(form.field('Name'), 'Works council, elected');
  await form.changes.getByText('elected').waitFor();
  await animation.show('result');
  await form.field('Name').press('Control+s');
  await view.row('Works council, elected').waitFor();
  await form.cleanTab('COUNCIL-00002').waitFor();
  await animation.show('result');
  await page.screenshot({
    path: path.join(root, 'media', 'screenshot.png'),
    animations: 'disabled',
  });
  await animation.write(path.join(folder, 'correct.gif'));
}

/** Several labels get another status, and back. */
async function correctMany(labels: LabelChangesWorkbench): Promise<void> {
  const { review, sandbox, view, workbench } = labels.fixture;
  const { page, quickInput } = workbench;
  await quickInput.runCommand('View: Close All Editors');
  await workbench.editorTab('COUNCIL-00002').waitFor({ state: 'hidden' });
  const animation = new Animation(page);
  await labels.goTo(['Probation period']);
  await animation.show();
  await page.keyboard.press('Control+Shift+Enter');
  for (let selected = 1; selected < 8; selected++) {
    await page.keyboard.press('Shift+ArrowDown');
    await animation.show('keystroke');
  }
  await animation.show();
  await quickInput.runCommand('Workforce: Set Status…');
  await animation.show();
  await quickInput.fill('Archived');
  await quickInput.focusedRow('Archived').waitFor();
  await animation.show();
  await quickInput.accept();
  await workbench.dialogButton('Show Changes').click();
  await review.row('→').first().waitFor();
  await animation.show('result');
  await review.applyButton.hover();
  await animation.show();
  await review.apply();
  const progress = workbench.notification('Changing labels');
  await view.row('First aider, code FIRST-AID-00008, Status Archived').waitFor();
  await workbench.notification('labels changed.').waitFor();
  await progress.waitFor({ state: 'hidden' });
  await animation.show('result');
  await workbench.notificationButton('labels changed.', 'Undo').click();
  await workbench.agree('Undo');
  await view.row('First aider, code FIRST-AID-00008, Status Active').waitFor();
  await progress.waitFor({ state: 'hidden' });
  await animation.show('result');
  const [first] = sandbox.control.labels('acme-europe');
  assert.equal(first?.labelStatus, 1);
  await animation.write(path.join(folder, 'many.gif'));
}

/** Labels are edited in a table, typed and pasted, and saved after a review. */
async function editAsTable(labels: LabelChangesWorkbench): Promise<void> {
  const { review, sandbox, view, workbench } = labels.fixture;
  const { page } = workbench;
  await workbench.dismissNotifications();
  const table = new LabelTable(workbench);
  const animation = new Animation(page);
  await labels.goTo(['Probation period']);
  await animation.show();
  await workbench.quickInput.runCommand('Workforce: Open as Table');
  await table.cell(0, 'name').waitFor();
  await workbench.quickInput.closed();
  await animation.show();
  await table.goTo(0, 'name');
  for (const name of ['Probation', 'Works council', 'Fixed term']) {
    for (const character of name) {
      await page.keyboard.type(character);
      await animation.show('keystroke');
    }
    await page.keyboard.press('Enter');
    await animation.show('keystroke');
  }
  await table.text('3 labels have unsaved changes.').waitFor();
  await table.goTo(3, 'code');
  await animation.show();
  // Copied from a spreadsheet.
  await table.paste(['PT-80\t2', 'REMOTE-2026\t2', 'SHIFT-3\t2'].join('\n'));
  await table.text('6 labels have unsaved changes.').waitFor();
  await animation.show('result');
  await page.keyboard.press('Control+s');
  await review.applyButton.getByText('Apply 6 Changes').waitFor();
  await animation.show('result');
  await review.applyButton.hover();
  await animation.show();
  await review.apply();
  await table.cleanTab('All labels').waitFor();
  await workbench.notification('6 labels changed.').waitFor();
  await view.row('Probation, code').waitFor();
  await animation.show('result');
  assert.equal(sandbox.control.labels('acme-europe')[5]?.labelCode, 'SHIFT-3');
  await animation.write(path.join(folder, 'table.gif'));
}
