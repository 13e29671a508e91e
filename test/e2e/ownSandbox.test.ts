import assert from 'node:assert/strict';
import { LabelForm } from '../workbench/labelForm.ts';
import { LabelsView } from '../workbench/labelsView.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';
import { Walkthrough } from '../workbench/walkthrough.ts';
import { Workbench } from '../workbench/workbench.ts';

describe('The sandbox that the extension carries, in an empty profile', () => {
  let workbench: Workbench;
  let view: LabelsView;
  let walkthrough: Walkthrough;

  before(async () => {
    workbench = await Workbench.start({ settings: { 'workforce.labels.pageSize': 15 } });
    view = new LabelsView(workbench);
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

  it('lets a person sign in without any further setting', async () => {
    const authorizePage = await view.startSignIn(
      async () => await walkthrough.button('Sign In').click(),
    );
    await authorizePage.approve({ user: 'Payroll integrator', tenant: 'Acme Asia' });
    await view.message.getByText('acme-asia · payroll-integrator').waitFor();
    await view.row('Probation period').waitFor();
    await workbench.screenshot('41-walkthrough');
    await authorizePage.page.close();
    await waitUntil(async () => (await walkthrough.doneSteps()).length > 0);
    assert.deepEqual(await walkthrough.doneSteps(), ['connect']);
    await view.row('Probation period').click();
    await new LabelForm(workbench).field('Name').waitFor();
    await workbench.screenshot('42-sandbox-labels');
  });

  it('signs out when it is stopped', async () => {
    await workbench.quickInput.runCommand('Workforce: Stop Sandbox');
    await view.welcomeButton('Try the Sandbox').waitFor();
    await view.rows.first().waitFor({ state: 'hidden' });
    await workbench.screenshot('43-sandbox-stopped');
  });
});
