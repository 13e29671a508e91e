import assert from 'node:assert/strict';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '../host/temporaryFolder.ts';
import { LabelForm } from '../workbench/labelForm.ts';
import { LabelsView } from '../workbench/labelsView.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { Walkthrough } from '../workbench/walkthrough.ts';
import { Workbench } from '../workbench/workbench.ts';

/** Names of folders that are no address as they are. */
const oddFolders = ['100%', 'a%20b', 'a#b', 'a?b', "Jörg O'Neil 关键"];

describe('The walkthrough, in an empty profile below folders with odd names, with the sandbox that the extension carries', () => {
  let workbench: Workbench;
  let view: LabelsView;
  let form: LabelForm;
  let walkthrough: Walkthrough;
  let folder: TemporaryFolder;
  let workspace: string;

  before(async () => {
    folder = makeTemporaryFolder('odd-folders');
    workspace = path.join(folder.path, ...oddFolders);
    await mkdir(workspace, { recursive: true });
    workbench = await Workbench.start({
      below: oddFolders,
      folder: workspace,
      settings: {
        'files.simpleDialog.enable': true,
        'workforce.labels.pageSize': 15,
        // Otherwise the walkthrough takes the focus once more, when a step has slid open.
        'workbench.reduceMotion': 'on',
      },
    });
    // In a smaller window VS Code leaves out the pictures of the walkthrough.
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
    view = new LabelsView(workbench);
    form = new LabelForm(workbench);
    walkthrough = new Walkthrough(workbench);
    await view.open();
  });

  afterEach(async function () {
    await screenshotOnFailure(this, workbench);
  });

  after(async () => {
    await workbench.stop();
    folder.remove();
  });

  it('is what the walkthrough begins with, which the welcome view opens', async () => {
    await view.welcomeButton('Try the Sandbox').waitFor();
    await view.welcomeButton('Add Connection').waitFor();
    await view.welcomeButton('Get Started').click();
    await walkthrough.heading.waitFor();
    assert.deepEqual(await walkthrough.doneSteps(), []);
    await walkthrough.button('Try the Sandbox').click();
    await view.welcomeButton('Stop the Sandbox').waitFor();
    await workbench.screenshot('40-sandbox-running');
  });

  it('lets a person sign in without any further setting, which is the first step', async () => {
    const authorizePage = await view.startSignIn(
      async () => await walkthrough.button('Sign In').click(),
    );
    await authorizePage.approve({ user: 'Payroll integrator', tenant: 'Acme Asia' });
    await view.message.getByText('acme-asia · payroll-integrator').waitFor();
    await view.row('Probation period').waitFor();
    await authorizePage.page.close();
    await walkthrough.waitUntilDone('connect');
    assert.deepEqual(await walkthrough.doneSteps(), ['connect']);
  });

  it('has labels to find, which is the second step', async () => {
    await walkthrough.openStep('Find a label');
    await workbench.screenshot('41-walkthrough-find');
    await walkthrough.button('Find Label').click();
    await workbench.quickInput.fill('council');
    await workbench.quickInput.focusedRow('Works council member').waitFor();
    await workbench.quickInput.accept();
    await form.field('Name').waitFor();
    await workbench.screenshot('41-walkthrough-found');
    await walkthrough.show();
    await walkthrough.waitUntilDone('find');
  });

  it('lets a person correct the label, which is the third step', async () => {
    await walkthrough.openStep('Correct it');
    await workbench.setTheme('dark');
    await workbench.screenshot('41-walkthrough-correct');
    await walkthrough.button('Show Labels').click();
    await view.row('Works council member').click();
    await form.field('Name').fill('Works council (elected)');
    await form.field('Name').press('Control+s');
    await view.row('Works council (elected)').waitFor();
    await walkthrough.show();
    await walkthrough.waitUntilDone('correct');
  });

  it('lets a person correct many, which is the fourth step', async () => {
    await view.row('First aider').click();
    await form.title.getByText('First aider').waitFor();
    await view.row('Mentor').click({ modifiers: ['Shift'] });
    await walkthrough.show();
    await walkthrough.openStep('Correct many at once');
    await workbench.setTheme('highContrast');
    await workbench.screenshot('41-walkthrough-many');
    await walkthrough.button('Set Status').click();
    await workbench.quickInput.fill('2');
    await workbench.quickInput.focusedRow('Status 2').waitFor();
    await workbench.quickInput.accept();
    await workbench.dialog.getByText('Set the status of 8 labels to 2?').waitFor();
    await workbench.dialogButton('Set Status').click();
    await workbench.notification('8 labels changed.').waitFor();
    await view.row('First aider, code FIRST-AID-00008, Status 2').waitFor();
    await walkthrough.waitUntilDone('many');
  });

  it('lets a person take it back, which is the last step', async () => {
    await walkthrough.openStep('Undo a bulk change');
    await workbench.setTheme('light');
    await workbench.dismissNotifications();
    await walkthrough.button('Show Changes').click();
    await workbench.treeRow('Set Status: 2').waitFor();
    await walkthrough.button('Undo Last Bulk Change').click();
    await workbench.agree('Undo');
    await workbench.sidebar.getByRole('treeitem', { name: /^Set Status: 2, Undone: 8 / }).waitFor();
    await view.row('First aider, code FIRST-AID-00008, Status 1').waitFor();
    await walkthrough.waitUntilDone('undo');
    await workbench.screenshot('41-walkthrough-undo');
    assert.deepEqual(await walkthrough.doneSteps(), ['connect', 'find', 'correct', 'many', 'undo']);
  });

  it('replaces text, for which a thread is started', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand('Workforce: Replace in Labels…');
    await quickInput.pick('All labels');
    await quickInput.pick('Name');
    await quickInput.widget.getByRole('checkbox', { name: 'Use Regular Expression' }).click();
    await quickInput.answer('Text to find', '^Company (\\p{L}+)');
    await quickInput.answer('Replacement', 'Team $1');
    await workbench.editorTab('Replace').waitFor();
    await workbench.webview.getByText('labels will change.').waitFor();
  });

  it('exports a workbook to such a folder, for which another thread is started, and imports it', async () => {
    const { quickInput } = workbench;
    const file = path.join(workspace, 'labels.xlsx');
    await quickInput.runCommand('Workforce: Export Labels…');
    await quickInput.pick('All labels');
    await quickInput.pick('Excel');
    await quickInput.enterPath(file, 'OK');
    await workbench.notification('2,000 labels exported.').waitFor();
    await quickInput.runCommand('Workforce: Import Labels…');
    await quickInput.enterPath(file, 'Import');
    await workbench.notification('2,000 labels already have the new values.').waitFor();
  });

  it('signs out when it is stopped', async () => {
    await workbench.quickInput.runCommand('Workforce: Stop Sandbox');
    await view.welcomeButton('Try the Sandbox').waitFor();
    await view.row('Probation period').waitFor({ state: 'hidden' });
    await workbench.screenshot('43-sandbox-stopped');
  });

  it('says so where its code cannot be loaded, and starts when it can be again', async () => {
    const code = path.join(workbench.extensionFolder, 'dist', 'extension.js');
    await rename(code, `${code}.away`);
    try {
      await workbench.open();
      await view.open();
      await workbench.sidebar.getByText('Workforce Labels could not start').first().waitFor();
      for (const theme of ['dark', 'light'] as const) {
        await workbench.setTheme(theme);
        await workbench.screenshot(`44-not-started-${theme}`);
      }
    } finally {
      await rename(`${code}.away`, code);
    }
    await view.welcomeButton('Reload Window').first().click();
    await view.welcomeButton('Try the Sandbox').waitFor();
  });
});
