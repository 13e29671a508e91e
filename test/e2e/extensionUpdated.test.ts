import { renameSync } from 'node:fs';
import path from 'node:path';
import { reloadWithUnsavedText } from '../workbench/hotExit.ts';
import { loadWithPreloading } from '../workbench/loadWithPreloading.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const file = 'COUNCIL-00002';
const row = 'Works council member, code COUNCIL-00002';

describe('A window whose extension is updated on the disk', () => {
  let fixture: SandboxWorkbench;

  before(async () => {
    fixture = await SandboxWorkbench.start({ sandbox: { labels: 60 } });
    await fixture.signInFirst({ tenant: 'Acme Europe' });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  after(async () => {
    // VS Code logs what it shows as an error.
    await fixture.stop(/was updated/);
  });

  it('saves from a restored form where the token has to be renewed', async () => {
    const { form, sandbox, view, workbench } = fixture;
    await view.row(row).click();
    await form.field('Name').fill('Typed before');
    await form.dirtyTab(file).waitFor();
    // No labels are shown then.
    await workbench.quickInput.runCommand('View: Show Explorer');
    await loadWithPreloading(workbench, async () => await reloadWithUnsavedText(workbench));
    const chunks = path.join(workbench.extensionFolder, 'dist', 'chunks');
    renameSync(chunks, `${chunks}.removed`);
    await form.title.getByText('Typed before', { exact: true }).waitFor();
    sandbox.control.expireAccessTokens();
    await form.field('Name').press('Control+s');
    await form.cleanTab(file).first().waitFor();
    await waitUntil(() =>
      sandbox.control.labels('acme-europe').some(({ labelName }) => labelName === 'Typed before'),
    );
  });

  it('says that a session has ended, signs in again, and says what a reload is for', async () => {
    const { sandbox, view, workbench } = fixture;
    await view.open();
    await view.row('Probation period').first().waitFor();
    sandbox.control.revokeRefreshTokens();
    sandbox.control.expireAccessTokens();
    await workbench.clickSidebarButton('Refresh Labels');
    // The refresh that was asked for takes the place of what was said before, which fades out.
    await workbench.notification('has ended').first().waitFor();
    const signIn = await view.startSignIn(async () => await view.row('Sign in again').click());
    await signIn.approve();
    await view.row('Sign in again').waitFor({ state: 'hidden' });
    await signIn.page.close();
    await workbench.quickInput.runCommand('Workforce: Export Labels…');
    await workbench.notification('Workforce Labels was updated.').waitFor();
    await workbench.screenshot('extension-updated');
  });
});
