import assert from 'node:assert/strict';
import { JsonEditor } from '../workbench/jsonEditor.ts';
import { LabelForm } from '../workbench/labelForm.ts';
import { LabelReview } from '../workbench/labelReview.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const tenant = 'acme-europe';
const council = { code: 'COUNCIL-00002', index: 1 } as const;
const contract = { code: 'FIXED-TERM-00003', index: 2 } as const;

type TestedLabel = typeof council | typeof contract;

describe('A label in another place than the main window', () => {
  let fixture: SandboxWorkbench;

  before(async () => {
    fixture = await SandboxWorkbench.start({
      sandbox: { labels: 30 },
      settings: { 'workbench.editor.useModal': 'all' },
    });
    await fixture.signInFirst({ tenant: 'Acme Europe' });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
    await fixture.workbench.quickInput.runCommand('View: Close All Editors');
  });

  after(async () => await fixture.stop());

  const served = ({ index }: TestedLabel): string =>
    fixture.sandbox.control.labels(tenant)[index]?.labelName ?? '';

  /** Opens the form of a label in the main window. */
  async function open(label: TestedLabel): Promise<void> {
    const name = served(label);
    await fixture.view.row(`${name}, code ${label.code}`).click();
    await fixture.form.title.getByText(name, { exact: true }).waitFor();
  }

  /** Types into the form, takes it back by key, types again and saves by key. */
  async function undoAndSave(form: LabelForm, label: TestedLabel): Promise<void> {
    const before = served(label);
    const name = form.field('Name');
    await name.fill(`${before}, typed`);
    await form.title.getByText(`${before}, typed`, { exact: true }).waitFor();
    await name.press('Control+z');
    await form.title.getByText(before, { exact: true }).waitFor();
    assert.equal(await name.inputValue(), before);
    await name.press('Control+y');
    await form.title.getByText(`${before}, typed`, { exact: true }).waitFor();
    await name.press('Control+s');
    await waitUntil(() => served(label) === `${before}, typed`);
  }

  // First: the window loads anew for the others, which use no such editor.
  it('is undone and saved in a modal editor', async () => {
    const { view, workbench } = fixture;
    await fixture.view.row(`${served(contract)}, code ${contract.code}`).click();
    await workbench.page.locator('.monaco-modal-editor-block').waitFor();
    await fixture.form.title.getByText(served(contract), { exact: true }).waitFor();
    await undoAndSave(fixture.form, contract);
    await workbench.screenshot('97-modal-form');
    await workbench.changeSettings({ 'workbench.editor.useModal': 'off' });
    await view.open();
  });

  it('is undone, saved and shown as JSON in a floating window, whatever the main window shows', async () => {
    const { workbench } = fixture;
    await open(council);
    const floating = await workbench.moveIntoNewWindow();
    const form = new LabelForm(floating);
    await form.field('Name').waitFor();
    await open(contract);
    await fixture.form.field('Name').click();
    await workbench.goTo(floating);
    await form.field('Name').click();
    await undoAndSave(form, council);
    await floating.screenshot('96-floating-form');
    const json = new JsonEditor(floating);
    await json.open();
    const { id } = fixture.sandbox.control.labels(tenant)[council.index] ?? {};
    await json.text(`"${id}"`).waitFor();
    await floating.screenshot('96-floating-json');
    await floating.goTo(workbench);
    await fixture.form.field('Name').click();
    await undoAndSave(fixture.form, contract);
    await floating.page.close();
  });

  it('is undone and saved beside the JSON of another one', async () => {
    const { workbench } = fixture;
    await open(council);
    await new JsonEditor(workbench).open();
    await workbench.quickInput.runCommand('View: Split Editor Right');
    await workbench.page.locator('.editor-group-container').nth(1).waitFor();
    await open(contract);
    const other = served(council);
    await undoAndSave(fixture.form, contract);
    assert.equal(served(council), other);
    await workbench.screenshot('97-split-form');
  });

  it('has its changes applied from a review in a floating window', async () => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await quickInput.runCommand('Workforce: Replace in Labels…');
    await quickInput.pick('Name');
    await quickInput.answer('Text to find', 'Company car');
    await quickInput.answer('Replacement', 'Team car');
    await workbench.editorTab('Replace').waitFor();
    // A page that still loads hands no key on to VS Code.
    await fixture.review.text('will change.').waitFor();
    const floating = await workbench.moveIntoNewWindow();
    await floating.editorTab('Replace').waitFor();
    await open(contract);
    await workbench.goTo(floating);
    const review = new LabelReview(floating);
    await review.text('will change.').waitFor();
    await floating.screenshot('98-floating-review');
    await review.apply();
    await workbench.comeBackFrom(floating);
    await workbench.untilNotificationIsListed(/\d+ labels? changed\./);
    const names = fixture.sandbox.control.labels(tenant).map(({ labelName }) => labelName);
    assert.ok(names.some((name) => name?.startsWith('Team car')));
  });

  it('listens to no other frame than the one of VS Code', async () => {
    const { form, workbench } = fixture;
    await open(council);
    const message = { type: 'save', state: { kind: 'failed', message: 'Forged' } };
    await workbench.page
      .locator('iframe.webview.ready:visible')
      .evaluate(({ contentWindow }: { contentWindow: FrameWindow }, forged) => {
        contentWindow.frames[0]?.postMessage(forged, '*');
      }, message);
    const name = served(council);
    await form.field('Name').fill(`${name}!`);
    await form.title.getByText(`${name}!`, { exact: true }).waitFor();
    assert.equal(await form.status.innerText(), '');
    await form.field('Name').press('Control+z');
    await form.title.getByText(name, { exact: true }).waitFor();
  });

  // Last: VS Code stores late that it has left Zen Mode, and a window that is loaded anew before is in it again.
  it('is undone and saved in Zen Mode', async () => {
    const { workbench } = fixture;
    await open(council);
    await workbench.quickInput.runCommand('View: Toggle Zen Mode');
    await workbench.sidebar.waitFor({ state: 'hidden' });
    await undoAndSave(fixture.form, council);
    await workbench.screenshot('97-zen-form');
    await workbench.quickInput.runCommand('View: Toggle Zen Mode');
    await workbench.sidebar.waitFor();
  });
});

/** What is used of a frame by what is evaluated in the page. */
interface FrameWindow {
  readonly frames: readonly (FrameWindow | undefined)[];
  readonly postMessage: (message: unknown, origin: string) => void;
}
