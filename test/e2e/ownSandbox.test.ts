import assert from 'node:assert/strict';
import { LabelForm } from '../workbench/labelForm.ts';
import { LabelsView } from '../workbench/labelsView.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { Walkthrough } from '../workbench/walkthrough.ts';
import { Workbench } from '../workbench/workbench.ts';

describe('The walkthrough, in an empty profile, with the sandbox that the extension carries', () => {
  let workbench: Workbench;
  let view: LabelsView;
  let form: LabelForm;
  let walkthrough: Walkthrough;

  before(async () => {
    workbench = await Workbench.start({
      settings: {
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

  after(async () => await workbench.stop());

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
    await workbench.notification('Labels changed: 8.').waitFor();
    await view.row('First aider, code FIRST-AID-00008, Status 2').waitFor();
    await walkthrough.waitUntilDone('many');
  });

  it('lets a person take it back, which is the last step', async () => {
    await walkthrough.openStep('Take it back');
    await workbench.setTheme('light');
    await workbench.dismissNotifications();
    await walkthrough.button('Show Changes').click();
    await workbench.treeRow('Set Status: 2').waitFor();
    await walkthrough.button('Undo the Last Changes').click();
    await workbench.treeRow('Undo: Set Status: 2').waitFor();
    await view.row('First aider, code FIRST-AID-00008, Status 1').waitFor();
    await walkthrough.waitUntilDone('undo');
    await workbench.screenshot('41-walkthrough-undo');
    assert.deepEqual(await walkthrough.doneSteps(), ['connect', 'find', 'correct', 'many', 'undo']);
  });

  it('signs out when it is stopped', async () => {
    await workbench.quickInput.runCommand('Workforce: Stop Sandbox');
    await view.welcomeButton('Try the Sandbox').waitFor();
    await view.row('Probation period').waitFor({ state: 'hidden' });
    await workbench.screenshot('43-sandbox-stopped');
  });
});
