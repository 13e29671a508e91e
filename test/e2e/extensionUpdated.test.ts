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
  let chunks: string;

  before(async () => {
    fixture = await SandboxWorkbench.start({ sandbox: { labels: 60 } });
    await fixture.signInFirst({ tenant: 'Acme Europe' });
    chunks = path.join(fixture.workbench.extensionFolder, 'dist', 'chunks');
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
    renameSync(`${chunks}.removed`, chunks);
  });

  after(async () => {
    // VS Code logs what it shows as an error.
    await fixture.stop(/updated meanwhile/);
  });

  /** Loads the window anew by `load`, and removes what is loaded on first use once that was loaded ahead. */
  async function removeFilesAfter(load: () => Promise<void>): Promise<void> {
    await loadWithPreloading(fixture.workbench, load);
    renameSync(chunks, `${chunks}.removed`);
  }

  it('saves from a restored form where the token has to be renewed', async () => {
    const { form, sandbox, view, workbench } = fixture;
    await view.row(row).click();
    await form.field('Name').fill('Typed before');
    await form.dirtyTab(file).waitFor();
    // No labels are shown then.
    await workbench.quickInput.runCommand('View: Show Explorer');
    await removeFilesAfter(async () => await reloadWithUnsavedText(workbench));
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
    await removeFilesAfter(async () => {
      await workbench.open();
      await view.open();
      await view.row('Probation period').first().waitFor();
    });
    sandbox.control.revokeRefreshTokens();
    sandbox.control.expireAccessTokens();
    await workbench.clickSidebarButton('Refresh Labels');
    await workbench.notification('has ended').waitFor();
    const signIn = await view.startSignIn(async () => await view.row('Sign in again').click());
    await signIn.approve();
    await view.row('Sign in again').waitFor({ state: 'hidden' });
    await signIn.page.close();
    await workbench.quickInput.runCommand('Workforce: Export Labels…');
    await workbench.notification('Workforce Labels has been updated meanwhile.').waitFor();
    await workbench.screenshot('extension-updated');
  });
});
