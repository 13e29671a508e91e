import assert from 'node:assert/strict';
import { freePort } from '../host/freePort.ts';
import { TcpProxy } from '../support/tcpProxy.ts';
import { reloadWithUnsavedText } from '../workbench/hotExit.ts';
import { JsonEditor } from '../workbench/jsonEditor.ts';
import { LabelForm } from '../workbench/labelForm.ts';
import { LabelsView } from '../workbench/labelsView.ts';
import { connectionTo, SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const tenantId = 'acme-europe';
/** The labels that are saved, with the names that they begin with. */
const council = { index: 1, file: 'COUNCIL-00002', name: 'Works council member' };
const contract = { index: 2, file: 'FIXED-TERM-00003', name: 'Fixed-term contract' };
const permit = { index: 19, file: 'VISA-00020', name: 'Work permit expires' };
const absence = { index: 20, file: 'RETURNER-00021', name: 'Back from long absence' };
const { file } = council;
const updateEndpoint = '/api/v2/label/update';
const listEndpoint = '/api/v2/label/list';

describe('Saving a label', () => {
  let proxy: TcpProxy;
  let fixture: SandboxWorkbench;

  before(async () => {
    const port = await freePort();
    proxy = await TcpProxy.start(`http://127.0.0.1:${port}`);
    fixture = await SandboxWorkbench.start({
      sandbox: { port, labels: 30, redirectUris: [`${proxy.baseUrl}/relay`] },
      settings: connectionTo({ baseUrl: proxy.baseUrl, clientId: 'workforce-labels-sandbox' }),
    });
    await fixture.signInFirst({ tenant: 'Acme Europe' });
    await open(council);
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  after(async () => {
    // VS Code logs the saves that fail, as it tells of them.
    await fixture.stop(/failed to save|save error|has changed in the meantime/i);
    await proxy.close();
  });

  const open = async (label: typeof council): Promise<void> => {
    await fixture.view.row(`${label.name}, code ${label.file}`).click();
    await fixture.form.title.getByText(label.name, { exact: true }).waitFor();
  };

  const served = (label = council): string | null | undefined =>
    fixture.sandbox.control.labels(tenantId)[label.index]?.labelName;

  const updates = (): number => fixture.sandbox.control.requests()[`POST ${updateEndpoint}`] ?? 0;

  const changeAtService = (labelName: string): void => fixture.renameLabel(1, labelName);

  const type = async (name: string, label = council, form = fixture.form): Promise<void> => {
    await form.field('Name').fill(name);
    await form.dirtyTab(label.file).first().waitFor();
    await form.title.getByText(name, { exact: true }).waitFor();
  };

  const saved = async (name: string, label = council): Promise<void> => {
    await fixture.form.status.getByText('Saved.', { exact: true }).waitFor();
    await fixture.form.cleanTab(label.file).first().waitFor();
    assert.equal(served(label), name);
  };

  /** Saves. The service has done so by then; its answer comes once the returned function is called. */
  const saveWithAnswerHeld = async (): Promise<() => void> => {
    const before = updates();
    const release = proxy.holdAnswers(updateEndpoint);
    await fixture.form.field('Name').press('Control+s');
    await waitUntil(() => updates() > before);
    return release;
  };

  const notSaved = async (name: string, reason: string): Promise<void> => {
    await fixture.form.status.getByText('Not saved.').waitFor();
    await fixture.workbench.notification(reason).waitFor();
    await fixture.form.dirtyTab(file).first().waitFor();
    assert.equal(await fixture.form.field('Name').inputValue(), name);
  };

  it('that was changed meanwhile compares, and overwrites when told to', async () => {
    const { form, workbench } = fixture;
    await type('Mine');
    changeAtService('Theirs');
    await form.field('Name').press('Control+s');
    const conflict = workbench.notification('The content of the file is newer');
    await conflict.waitFor();
    assert.equal(served(), 'Theirs');
    await workbench.screenshot('80-conflict');
    await conflict.getByRole('button', { name: 'Compare' }).click();
    await workbench.page.locator('.editor.original').getByText('"Theirs"').waitFor();
    await workbench.page.locator('.editor.modified').getByText('"Mine"').waitFor();
    await workbench.screenshot('81-compare');
    await workbench.editorAction('Use your changes').click();
    await workbench.dialog.waitFor();
    await workbench.screenshot('81-overwrite');
    await workbench.dialogButton('Overwrite').click();
    await form.field('Name').waitFor();
    await form.cleanTab(file).first().waitFor();
    assert.equal(served(), 'Mine');
  });

  it('can overwrite at once', async () => {
    const { form, workbench } = fixture;
    await type('Mine again');
    changeAtService('Theirs again');
    await form.field('Name').press('Control+s');
    await workbench
      .notification('The content of the file is newer')
      .getByRole('button', { name: 'Overwrite' })
      .click();
    await workbench.dialogButton('Overwrite').click();
    await saved('Mine again');
  });

  it('keeps the text while the service is down, and works when it is up again', async () => {
    const { form, workbench } = fixture;
    await type('Kept');
    await proxy.refuse();
    await form.field('Name').press('Control+s');
    await notSaved('Kept', 'cannot be reached');
    await workbench.screenshot('82-service-down');
    await proxy.open();
    await workbench
      .notification('cannot be reached')
      .getByRole('button', { name: 'Retry' })
      .click();
    await saved('Kept');
  });

  it('asks the service what became of a save whose answer was lost', async () => {
    const { form, workbench } = fixture;
    await type('Answer lost');
    const before = updates();
    proxy.path = updateEndpoint;
    proxy.fault = { kind: 'resetAfterForwarding' };
    await form.field('Name').press('Control+s');
    await saved('Answer lost');
    proxy.fault = { kind: 'pass' };
    assert.equal(proxy.faultCount, 1);
    assert.equal(updates() - before, 1);
    assert.deepEqual(await workbench.notificationTexts(), []);
  });

  it('says that it failed where the service never got it', async () => {
    const { form, workbench } = fixture;
    await type('Request lost');
    proxy.path = updateEndpoint;
    proxy.fault = { kind: 'resetBeforeForwarding' };
    await form.field('Name').press('Control+s');
    await notSaved('Request lost', 'Failed to save');
    assert.equal(served(), 'Answer lost');
    proxy.fault = { kind: 'pass' };
    await workbench.notification('Failed to save').getByRole('button', { name: 'Retry' }).click();
    await saved('Request lost');
  });

  it('asks to sign in when the session has ended, keeps the text, and then works', async () => {
    const { form, sandbox, view, workbench } = fixture;
    await type('Session ended');
    sandbox.control.expireAccessTokens();
    sandbox.control.revokeRefreshTokens();
    await form.field('Name').press('Control+s');
    await notSaved('Session ended', 'Your session has ended');
    const promptText = 'Sign in again to continue';
    await workbench.notification(promptText).waitFor();
    await workbench.screenshot('83-session-ended');
    await view.signIn(
      { tenant: 'Acme Europe' },
      async () => await workbench.notificationButton(promptText, 'Sign In').click(),
    );
    await view.row('Sign in again').waitFor({ state: 'hidden' });
    assert.equal(await form.field('Name').inputValue(), 'Session ended');
    await form.field('Name').press('Control+s');
    await saved('Session ended');
    await workbench.dismissNotifications();
  });

  it('works after the window was loaded anew while nobody was signed in', async () => {
    const { form, view, workbench } = fixture;
    const json = new JsonEditor(workbench);
    await workbench.quickInput.runCommand('File: Revert File');
    await type('Typed before signing out');
    await workbench.quickInput.runCommand('Workforce: Sign Out');
    await workbench.dialogButton('Sign Out').click();
    await view.welcomeButton('Sign In').waitFor();
    await reloadWithUnsavedText(workbench);
    await form.dirtyTab(file).first().waitFor();
    await form.title.getByText('Typed before signing out').waitFor();
    await workbench.screenshot('84-signed-out');
    await form.field('Name').press('Control+s');
    await notSaved('Typed before signing out', 'You are not signed in');
    await json.open();
    await json.text('"Typed before signing out"').waitFor();
    await workbench.editorTab(file).first().click();
    await form.field('Name').waitFor();
    await view.open();
    await view.signIn(
      { tenant: 'Acme Europe' },
      async () => await view.welcomeButton('Sign In').click(),
    );
    await view.rows.first().waitFor();
    await form.changes.getByText('Session ended').waitFor();
    await form.field('Name').press('Control+s');
    await form.status.getByText('Saved.', { exact: true }).waitFor();
    assert.equal(served(), 'Typed before signing out');
  });

  it('from two windows overwrites nothing unasked', async () => {
    const { form, workbench } = fixture;
    const second = await workbench.openSecondWindow();
    const secondView = new LabelsView(second);
    const secondForm = new LabelForm(second);
    await secondView.open();
    await secondView.row('Typed before signing out').click();
    await type('From the second window', council, secondForm);
    await workbench.page.bringToFront();
    await type('From the first window');
    await form.field('Name').press('Control+s');
    await saved('From the first window');
    await second.page.bringToFront();
    await secondForm.field('Name').press('Control+s');
    await second.notification('The content of the file is newer').waitFor();
    assert.equal(await secondForm.field('Name').inputValue(), 'From the second window');
    assert.equal(served(), 'From the first window');
    await secondForm.button('Discard Changes').click();
    await secondForm.title.getByText('From the first window').waitFor();
    await secondForm.cleanTab(file).first().waitFor();
    await second.page.close();
    await workbench.page.bringToFront();
  });

  it('counts as unsaved what is typed right after a save', async () => {
    const { form } = fixture;
    await type('Typed before a reload');
    await open(contract);
    await type('Saved just now', contract);
    await form.field('Name').press('Control+s');
    await form.cleanTab(contract.file).waitFor();
    await type('Typed right after the save', contract);
  });

  it('counts as unsaved what is typed while a save is read back', async () => {
    await open(permit);
    await type('Saved and read back late', permit);
    const releaseUpdate = await saveWithAnswerHeld();
    const releaseReading = proxy.holdAnswers(listEndpoint);
    releaseUpdate();
    await waitUntil(() => proxy.faultCount > 0);
    await type('Typed while it was read back', permit);
    releaseReading();
    await fixture.form.changes.getByText('Saved and read back late').waitFor();
  });

  it('counts as unsaved what was taken back while it was saved', async () => {
    const { form } = fixture;
    await open(absence);
    await type('Taken back while it was saved', absence);
    const releaseUpdate = await saveWithAnswerHeld();
    await form.field('Name').press('Control+z');
    await form.title.getByText(absence.name, { exact: true }).waitFor();
    releaseUpdate();
    await form.changes.getByText('Taken back while it was saved').waitFor();
    await form.dirtyTab(absence.file).waitFor();
    assert.equal(await form.status.innerText(), '');
  });

  it('asks nothing after a reload about any of these, nor where another window has had the label open', async () => {
    const { form, workbench } = fixture;
    await reloadWithUnsavedText(workbench);
    for (const [label, name] of [
      [contract, 'Typed right after the save'],
      [permit, 'Typed while it was read back'],
      [absence, absence.name],
      [council, 'Typed before a reload'],
    ] as const) {
      await workbench.editorTab(label.file).first().click();
      await form.title.getByText(name, { exact: true }).waitFor();
      await form.dirtyTab(label.file).first().waitFor();
      await form.field('Name').press('Control+s');
      await saved(name, label);
    }
  });

  it('keeps what is typed while a discard asks the service', async () => {
    const { form } = fixture;
    const before = served();
    assert.ok(before);
    await type('To be discarded');
    fixture.setStatus(1, 3);
    const release = proxy.holdAnswers(listEndpoint);
    await form.button('Discard Changes').click();
    await waitUntil(() => proxy.faultCount > 0);
    await form.title.getByText(before, { exact: true }).waitFor();
    await type('Typed after the discard');
    release();
    await form.theirChange('Status').getByText('Saving keeps their value').waitFor();
    await form.field('Name').press('Control+s');
    await saved('Typed after the discard');
  });

  it('still says that it is saved once what somebody else has changed is shown', async () => {
    const { form, workbench } = fixture;
    const status = workbench.webview.getByRole('textbox', { name: 'Status as a number' });
    await type('Saved beside another change');
    fixture.setStatus(1, 2);
    await form.field('Name').press('Control+s');
    await saved('Saved beside another change');
    await waitUntil(async () => (await status.inputValue()) === '2');
    assert.equal(await form.status.innerText(), 'Saved.');
  });

  it('goes on showing what somebody else has changed where an older answer comes late', async () => {
    const { form } = fixture;
    await type('Beside an older answer');
    const release = proxy.holdAnswers(listEndpoint);
    await form.button('Refresh').click();
    await waitUntil(() => proxy.faultCount > 0);
    proxy.fault = { kind: 'pass' };
    fixture.setStatus(1, 4);
    await form.button('Refresh').click();
    const theirs = form.theirChange('Status').getByText('Saving keeps their value');
    await theirs.waitFor();
    release();
    await type('Typed after the older answer');
    assert.equal(await theirs.isVisible(), true);
    await form.field('Name').press('Control+s');
    await saved('Typed after the older answer');
  });

  it('says what the service kept, and keeps the text', async () => {
    const { form, sandbox, workbench } = fixture;
    const id = sandbox.control.labels(tenantId)[1]?.id;
    assert.ok(id);
    const before = served();
    sandbox.control.setOption({ ignoreUpdateIds: [id] });
    await type('Ignored by the service');
    await form.field('Name').press('Control+s');
    await notSaved('Ignored by the service', `The service kept Name “${before}”`);
    await workbench.screenshot('85-service-kept');
    sandbox.control.setOption({ ignoreUpdateIds: [] });
    await workbench.notification('The service kept').getByRole('button', { name: 'Retry' }).click();
    await saved('Ignored by the service');
  });
});
