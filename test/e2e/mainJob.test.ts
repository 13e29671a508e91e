import assert from 'node:assert/strict';
import { exactly } from '../workbench/accessibleName.ts';
import { lookingForAccounts } from '../workbench/labelsView.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';

const tenantId = 'acme-europe';
const code = 'COUNCIL-00002';

describe('The main job', () => {
  let fixture: SandboxWorkbench;

  before(async () => {
    fixture = await SandboxWorkbench.start({ settings: { 'workforce.labels.pageSize': 20 } });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  after(async () => await fixture.stop());

  const label = () => {
    const found = fixture.sandbox.control
      .labels(tenantId)
      .find(({ labelCode }) => labelCode === code);
    assert.ok(found);
    return found;
  };

  it('begins with a welcome', async () => {
    const { view, workbench } = fixture;
    const welcomes = await view.watchWelcomes();
    await view.open();
    await view.welcomeButton('Sign In').waitFor();
    await view.welcomeButton('Try the Sandbox').waitFor();
    // None for those who have no connection came first.
    const shown = (await welcomes()).filter((text) => !text.startsWith(lookingForAccounts));
    assert.match(shown.join('|'), /^Sign in to browse[^|]*$/);
    await workbench.screenshot('01-welcome');
  });

  it('asks for the client secret that is missing and signs in on the page of the service', async () => {
    const { sandbox, view, workbench } = fixture;
    await view.welcomeButton('Sign In').click();
    await workbench.quickInput.input.waitFor();
    assert.equal(await workbench.quickInput.input.getAttribute('type'), 'password');
    await workbench.screenshot('02-client-secret');
    const authorizePage = await view.startSignIn(
      async () => await view.enterClientSecret(sandbox.clientSecret),
    );
    assert.match(await authorizePage.text(), /Workforce Labels wants to access your data/);
    await workbench.screenshot('03-authorize-page', authorizePage.page);
    await workbench.notification('Approve in the browser').waitFor();
    await workbench.screenshot('04-waiting');
    const tops = await view.watchTop();
    await authorizePage.approve({ user: 'HR administrator', tenant: 'Acme Europe' });
    await view.row('Probation period').waitFor();
    await workbench.notification('Signing in to').waitFor({ state: 'hidden' });
    await authorizePage.page.close();
    await view.message.getByText(exactly(`${tenantId} · hr-administrator`)).waitFor();
    // None of them moves under the pointer.
    assert.equal((await tops()).length, 1);
  });

  it('shows the labels and whose they are', async () => {
    const { view, workbench } = fixture;
    await view.row(`Works council member, code ${code}`).waitFor();
    await workbench.screenshot('05-labels');
  });

  it('loads more, and the selection stands on the first new row', async () => {
    const { view, workbench } = fixture;
    await view.row('Load more (20 of 500)').click();
    const [next] = fixture.sandbox.control.labels(tenantId).slice(20, 21);
    assert.ok(next?.labelName);
    await view.selectedRow(next.labelName).waitFor();
    await workbench.screenshot('06-loaded-more');
    await workbench.page.keyboard.press('End');
    await view.row('Load more (40 of 500)').waitFor();
  });

  it('filters by name, says so, and clears the filter', async () => {
    const { view, workbench } = fixture;
    await workbench.clickSidebarButton('Filter Labels');
    await workbench.quickInput.row('Name').waitFor();
    await workbench.screenshot('07-filter-choices');
    await workbench.quickInput.pick('Name');
    await workbench.quickInput.widget.getByText('empty removes it').waitFor();
    await workbench.quickInput.fill('council');
    await workbench.screenshot('08-filter-text');
    await workbench.quickInput.accept();
    await view.message
      .getByText(`${tenantId} · hr-administrator · Filter: name “council”`)
      .waitFor();
    await view.row('Probation period').waitFor({ state: 'hidden' });
    const matching = fixture.sandbox.control
      .labels(tenantId)
      .filter(({ labelName }) => labelName?.toLowerCase().includes('council'));
    assert.ok(matching.length > 0);
    await view.row('Works council member').first().waitFor();
    await workbench.screenshot('09-filtered');
    await workbench.clickSidebarButton('Clear Filter');
    await view.row('Probation period').first().waitFor();
    await view.message.getByText('Filter:').waitFor({ state: 'hidden' });
  });

  it('counts labels by status, and filters by one or by what is typed', async () => {
    const { view, workbench } = fixture;
    const { quickInput } = workbench;
    const records = fixture.sandbox.control.labels(tenantId);
    const active = records.filter(({ labelStatus }) => labelStatus === 1);
    await workbench.sidebar.getByText(exactly('500 labels')).waitFor();
    await workbench.sidebarButton('Filter Labels').click();
    await quickInput.pick('Status');
    await quickInput.row('Any status').getByText('500 labels').waitFor();
    await quickInput.row('Status 1').getByText(`${active.length} labels`).waitFor();
    await workbench.screenshot('09-statuses');
    // Back to the first question, and out of it.
    await workbench.page.keyboard.press('Escape');
    await quickInput.row('Name').waitFor();
    await quickInput.pick('Status');
    await quickInput.row('Status 1').getByText(`${active.length} labels`).waitFor();
    // The row that has the focus, of any status, has this number among its texts: “500 labels”.
    await quickInput.fill('5');
    await quickInput.focusedRow('Status 5').waitFor();
    await quickInput.fill('');
    await quickInput.row('Status 5').waitFor({ state: 'hidden' });
    await quickInput.pick('Status 1');
    await workbench.sidebar.getByText(exactly(`${active.length} labels`)).waitFor();
    // The buttons move aside for this one: a click while they do goes nowhere.
    await workbench.sidebarButton('Clear Filter').waitFor();
    await workbench.sidebarButton('Filter Labels').click();
    await quickInput.fill('name:council status:1');
    await quickInput.focusedRow('Filter by name “council”, status 1').waitFor();
    await workbench.screenshot('09-filter-typed');
    await quickInput.accept();
    await view.message.getByText('Filter: name “council”, status 1').waitFor();
    await quickInput.runCommand('Workforce: Save Filter…');
    await quickInput.fill('Councils');
    await workbench.screenshot('09-filter-name');
    await quickInput.accept();
    await workbench.sidebarButton('Clear Filter').click();
    await view.message.getByText('Filter:').waitFor({ state: 'hidden' });
    await workbench.sidebarButton('Clear Filter').waitFor({ state: 'hidden' });
    await workbench.sidebarButton('Filter Labels').click();
    await quickInput.row('Councils').waitFor();
    await workbench.screenshot('09-filter-saved');
    await quickInput.dismiss();
    await quickInput.runCommand('Workforce: Show Duplicates…');
    await quickInput.pick('Names that occur more than once');
    await view.message.getByText('Filter: names that occur more than once').waitFor();
    await workbench.sidebar.getByText(exactly('500 labels')).waitFor({ state: 'hidden' });
    await workbench.notification('Reading all labels').waitFor({ state: 'hidden' });
    await workbench.screenshot('09-duplicates');
    await workbench.sidebarButton('Clear Filter').click();
    await view.message.getByText('Filter:').waitFor({ state: 'hidden' });
    await view.row(`Works council member, code ${code}`).waitFor();
  });

  it('filters by what the service cannot, and refuses what it does not understand', async () => {
    const { view, workbench } = fixture;
    const { quickInput } = workbench;
    const records = fixture.sandbox.control.labels(tenantId);
    const several = records.filter(
      ({ labelName, labelStatus }) =>
        (labelStatus === 0 || labelStatus === 2) && labelName?.includes('Dublin') !== true,
    );
    await workbench.sidebarButton('Filter Labels').click();
    await quickInput.fill('ort:Berlin');
    await quickInput.widget.getByText('There is no criterion “ort”.').waitFor();
    await quickInput.row('Changed since').getByText('updated:7d').waitFor();
    await workbench.screenshot('09-filter-refused');
    // Enter must not do anything else with it.
    await quickInput.accept();
    await quickInput.fill('status:0 status：2 -dublin');
    await quickInput.focusedRow('Filter by status 0 / 2, without “dublin”').waitFor();
    await quickInput.widget.getByText('Reads all labels first').waitFor();
    await workbench.screenshot('09-filter-of-all');
    await quickInput.accept();
    await view.message.getByText('Filter: status 0 / 2, without “dublin”').waitFor();
    await workbench.sidebar.getByText(exactly(`${several.length} labels`)).waitFor();
    await workbench.notification('Reading all labels').waitFor({ state: 'hidden' });
    await workbench.sidebarButton('Clear Filter').click();
    await view.message.getByText('Filter:').waitFor({ state: 'hidden' });
    await view.row(`Works council member, code ${code}`).waitFor();
  });

  it('finds words in any order, without accents, and says when nothing matches', async () => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const records = fixture.sandbox.control.labels(tenantId);
    const gdansk = records.find(({ labelName }) => labelName?.includes('Gdańsk') === true);
    assert.ok(gdansk?.labelName);
    const [kind = '', number = ''] = gdansk.labelCode.split('-').slice(-2);
    await workbench.sidebarButton('Find Label').click();
    await quickInput.fill(`${number} ${kind.toLowerCase()}`);
    await quickInput.widget.getByText('These labels contain all your words').waitFor();
    await quickInput.row(gdansk.labelName).waitFor();
    await quickInput.fill('gdansk');
    await quickInput.row(gdansk.labelName).waitFor();
    await quickInput.widget.getByText('These labels contain all your words').waitFor();
    await workbench.screenshot('09-found-words');
    await quickInput.fill('night nowhere');
    await quickInput.row('No labels match “night nowhere”').waitFor();
    await workbench.screenshot('09-found-nothing');
    await quickInput.dismiss();
  });

  it('opens a label as a form', async () => {
    const { form, view, workbench } = fixture;
    await view.row(`Works council member, code ${code}`).click();
    await form.field('Name').waitFor();
    assert.equal(await form.field('Name').inputValue(), 'Works council member');
    assert.equal(await form.field('Code').inputValue(), code);
    await form.text(`${tenantId} · hr-administrator`).waitFor();
    for (const theme of ['dark', 'highContrast', 'light'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`10-form-${theme}`);
    }
  });

  it('changes the name: the tab shows the dot, and nothing is sent yet', async () => {
    const { form, sandbox, workbench } = fixture;
    const before = label();
    await form.field('Name').fill('Works council (elected)');
    await form.dirtyTab(code).waitFor();
    await form.text('Works council (elected)').first().waitFor();
    await workbench.screenshot('11-changed');
    assert.deepEqual(label(), before);
    assert.equal(sandbox.control.requests()['POST /api/v2/label/update'], undefined);
  });

  it('saves with Ctrl+S: only the name changes at the service, and the tree shows it', async () => {
    const { form, sandbox, view, workbench } = fixture;
    const before = label();
    await form.field('Name').press('Control+s');
    await form.cleanTab(code).waitFor();
    await view.row(`Works council (elected), code ${code}`).waitFor();
    const after = label();
    assert.deepEqual(after, {
      ...before,
      labelName: 'Works council (elected)',
      updateTime: after.updateTime,
    });
    assert.notEqual(after.updateTime, before.updateTime);
    assert.equal(sandbox.control.requests()['POST /api/v2/label/update'], 1);
    await workbench.screenshot('12-saved');
  });

  it('shows the same label as JSON, and goes back to the form', async () => {
    const { form, workbench } = fixture;
    await workbench.editorAction('Edit Label as JSON').click();
    await workbench.page
      .locator('.editor-instance .view-lines')
      .getByText('"Works council (elected)"')
      .waitFor();
    await workbench.screenshot('13-json');
    await workbench.editorAction('Edit Label').click();
    await form.field('Name').waitFor();
    assert.equal(await form.field('Name').inputValue(), 'Works council (elected)');
  });

  it('fits in a narrow sidebar', async () => {
    const { view, workbench } = fixture;
    await workbench.resizeSidebar(200);
    await view.row('Probation period').waitFor();
    await workbench.screenshot('14-narrow');
  });
});
