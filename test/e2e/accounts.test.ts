import { SandboxWorkbench } from './sandboxWorkbench.ts';
import { screenshotOnFailure } from './screenshotOnFailure.ts';

describe('Several accounts', () => {
  let scene: SandboxWorkbench;

  before(async () => {
    scene = await SandboxWorkbench.start({ settings: { 'workforce.labels.pageSize': 10 } });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, scene.workbench);
  });

  after(async () => await scene.stop());

  it('are one root each', async () => {
    const { view, workbench } = scene;
    await scene.signInFirst({ tenant: 'Acme Europe' });
    await view.signIn({ tenant: 'Acme Asia' });
    await view.row('Account acme-europe · hr-administrator').waitFor();
    await view.row('Account acme-asia · hr-administrator').waitFor();
    await view.row('Load more (10 of 500)').nth(1).waitFor();
    await view.message.waitFor({ state: 'hidden' });
    for (const theme of ['dark', 'light'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`20-two-accounts-${theme}`);
    }
    await workbench.resizeSidebar(200);
    await workbench.screenshot('21-two-accounts-narrow');
    await workbench.resizeSidebar(300);
  });

  it('are told apart where one has to be chosen', async () => {
    const { view, workbench } = scene;
    await view.row('Account acme-asia · hr-administrator').click();
    await workbench.quickInput.runCommand('Workforce: Sign Out');
    await workbench.quickInput.row('acme-europe · hr-administrator').waitFor();
    await workbench.screenshot('22-which-account');
    await workbench.quickInput.pick('acme-asia · hr-administrator');
  });

  it('stay when another signs out', async () => {
    const { view, workbench } = scene;
    await view.row('Account').first().waitFor({ state: 'hidden' });
    await view.message.getByText('acme-europe · hr-administrator').waitFor();
    await view.row('Probation period').waitFor();
    await workbench.screenshot('23-one-account-left');
    await workbench.sidebarButton('Refresh Labels').click();
    await view.row('Load more (10 of 500)').waitFor();
  });

  it('are gone when the last signs out', async () => {
    const { view, workbench } = scene;
    await workbench.quickInput.runCommand('Workforce: Sign Out');
    await view.welcomeButton('Sign In').waitFor();
    await view.rows.first().waitFor({ state: 'hidden' });
    await view.message.waitFor({ state: 'hidden' });
    await workbench.screenshot('24-signed-out');
  });
});
