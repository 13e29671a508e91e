import { LabelForm } from '../workbench/labelForm.ts';
import { LabelsView } from '../workbench/labelsView.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { Workbench } from '../workbench/workbench.ts';

describe('The sandbox that the extension carries', () => {
  let workbench: Workbench;
  let view: LabelsView;

  before(async () => {
    workbench = await Workbench.start({ settings: { 'workforce.labels.pageSize': 15 } });
    view = new LabelsView(workbench);
    await view.open();
  });

  afterEach(async function () {
    await screenshotOnFailure(this, workbench);
  });

  after(async () => await workbench.stop());

  it('starts from the welcome view', async () => {
    await view.welcomeButton('Try the Sandbox').click();
    await view.welcomeButton('Stop the Sandbox').waitFor();
    await workbench.screenshot('40-sandbox-running');
  });

  it('lets a person sign in without any further setting', async () => {
    const authorizePage = await view.startSignIn(
      async () => await view.welcomeButton('Sign In').click(),
    );
    await authorizePage.approve({ user: 'Payroll integrator', tenant: 'Acme Asia' });
    await view.message.getByText('acme-asia · payroll-integrator').waitFor();
    await view.row('Probation period').click();
    await new LabelForm(workbench).field('Name').waitFor();
    await workbench.screenshot('41-sandbox-labels');
    await authorizePage.page.close();
  });

  it('signs out when it is stopped', async () => {
    await workbench.quickInput.runCommand('Workforce: Stop Sandbox');
    await view.welcomeButton('Try the Sandbox').waitFor();
    await view.rows.first().waitFor({ state: 'hidden' });
    await workbench.screenshot('42-sandbox-stopped');
  });
});
