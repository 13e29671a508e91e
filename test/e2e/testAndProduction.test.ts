import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { freePort } from '../host/freePort.ts';
import { assertAccessible } from '../workbench/formAudit.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const count = 5000;
const who = 'acme-europe · hr-administrator';
const update = 'POST /api/v2/label/update';

/** The browser's own function, which evaluated code uses. */
declare const getComputedStyle: (field: unknown) => {
  readonly backgroundColor: string;
  readonly borderTopColor: string;
  readonly opacity: string;
};

describe('Test and production side by side', () => {
  let production: Sandbox;
  let fixture: SandboxWorkbench;
  let connections: readonly object[];

  before(async () => {
    production = await startSandbox({ labels: count });
    for (const { id, labelStatus } of labels(production)) {
      production.control.updateLabel('acme-europe', id, { labelStatus: (labelStatus ?? 0) + 1 });
    }
    const [first, second] = labels(production);
    assert.ok(first !== undefined && second !== undefined);
    production.control.updateLabel('acme-europe', first.id, { labelCode: 'PRODUCTION-ONLY' });
    production.control.updateLabel('acme-europe', second.id, { labelName: 'Approved name' });
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const { clientId } = production;
    connections = [
      {
        name: 'Test',
        baseUrl,
        clientId,
        redirectUri: `${baseUrl}/relay`,
        color: 'charts.green',
      },
      {
        name: 'Production',
        baseUrl: production.baseUrl,
        clientId,
        redirectUri: `${production.baseUrl}/relay`,
        color: 'charts.red',
        readOnly: true,
      },
    ];
    fixture = await SandboxWorkbench.start({
      sandbox: { labels: count, oddLabels: false, port },
      settings: {
        'workforce.connections': connections,
      },
    });
    await fixture.view.open();
    await signIn('Production', production);
    await signIn('Test', fixture.sandbox);
    await fixture.view.row(`Account ${who}, Test`).waitFor();
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
    assert.equal(production.control.requests()[update] ?? 0, 0);
  });

  after(async () => {
    await fixture.stop();
    await production.close();
  });

  async function signIn(connection: string, { clientSecret }: Sandbox): Promise<void> {
    const { view, workbench } = fixture;
    const authorizePage = await view.startSignIn(async () => {
      await workbench.quickInput.runCommand('Workforce: Sign In');
      await workbench.quickInput.pick(connection);
      await view.enterClientSecret(clientSecret);
    });
    await authorizePage.approve({ tenant: 'Acme Europe' });
    await view.rows.first().waitFor();
    await authorizePage.page.close();
  }

  async function compare(source: string, target: string): Promise<void> {
    const { quickInput } = fixture.workbench;
    await quickInput.runCommand('Workforce: Compare Accounts…');
    await quickInput.widget.getByText('Compare Accounts (1/2)').waitFor();
    await quickInput.pick(`${who} (${source})`);
    await quickInput.widget.getByText('Compare Accounts (2/2)').waitFor();
    await quickInput.focusedRow(`${who} (${target})`).waitFor();
    await quickInput.accept();
  }

  it('shows which is which, and offers nothing that changes the labels of production', async () => {
    const { form, view, workbench } = fixture;
    const { quickInput } = workbench;
    const row = view.row(`Account ${who}, Production, Read-only`);
    await row.waitFor();
    await view.row(`Account ${who}, Test`).waitFor();
    await waitUntil(async () => (await view.rows.count()) === 2);
    // The rest is what a narrow sidebar cuts off.
    assert.match(await row.innerText(), /^\s*Production\s*Read-only/);
    assert.match(await view.row(`Account ${who}, Test`).innerText(), /^\s*Test/);
    for (const theme of ['dark', 'highContrast', 'light'] as const) {
      await workbench.setTheme(theme);
      await view.row(`Account ${who}, Test`).hover();
      await workbench.screenshot(`96-test-and-production-${theme}`);
    }
    await row.click({ button: 'right' });
    await workbench.menu.choose('Find Label…');
    await quickInput.widget.getByText(`Find Label: ${who} (Production)`).waitFor();
    await quickInput.fill('SHIFT-00006');
    await quickInput.rows.filter({ hasText: 'SHIFT-00006' }).first().waitFor();
    await workbench.screenshot('96-find-in-production');
    await quickInput.dismiss();
    await row.click({ button: 'right' });
    await workbench.menu.item('Export Labels').waitFor();
    await workbench.screenshot('97-read-only-menu');
    for (const item of ['Import Labels', 'Replace in Labels']) {
      assert.equal(await workbench.menu.item(item).count(), 0);
    }
    await workbench.page.keyboard.press('Escape');
    await row.click();
    await view.row('Probation period').first().click({ button: 'right' });
    await workbench.menu.item('Copy Code').waitFor();
    assert.equal(await workbench.menu.item('Set Status').count(), 0);
    await workbench.page.keyboard.press('Escape');
    await view.row('Probation period').first().click();
    await form
      .text(
        'The connection Production is read-only: its labels can be browsed, exported and compared, but not changed.',
      )
      .waitFor();
    await form.text(`${who} (Production)`).waitFor();
    await workbench.page.locator('.breadcrumbs-control').getByText(`Production · ${who}`).waitFor();
    assert.equal(await form.field('Name').isEditable(), false);
    assert.equal(await form.field('Name').isEnabled(), true);
    for (const theme of ['dark', 'highContrast', 'light'] as const) {
      await workbench.setTheme(theme);
      await assertLooksReadOnly(form.field('Name'));
      await assertLooksReadOnly(workbench.webview.getByRole('combobox', { name: 'Status' }));
      await assertAccessible(workbench);
      await workbench.screenshot(`98-read-only-form-${theme}`);
    }
    await row.click();
  });

  it('shows how 5,000 labels differ, all of them, and what only one account has', async () => {
    const { review, workbench } = fixture;
    await compare('Production', 'Test');
    await workbench.editorTab('Copy Values from').waitFor();
    await review.text('4,999 labels will change.').waitFor();
    await review.row('→').first().waitFor();
    await workbench.screenshot('99-comparison-of-5000');
    await workbench.page.keyboard.press('Control+End');
    const last = workbench.webview.locator('[aria-rowindex="5002"]');
    await last.filter({ hasNotText: '→' }).getByRole('rowheader').waitFor();
    await workbench.screenshot('99-comparison-of-5000-end');
    for (const side of ['Production', 'Test']) {
      const part = review.facet(`Only in ${who} (${side}) (1)`);
      await part.click();
      await review.text('1 of 5,001 labels').first().waitFor();
      // The page asks for the rows once it has their number.
      await waitUntil(async () => (await review.row('').getByRole('checkbox').count()) === 1);
      await review
        .row('PRODUCTION-ONLY')
        .waitFor({ state: side === 'Production' ? 'visible' : 'hidden' });
      await workbench.screenshot(`99-comparison-only-in-${side}`);
      await part.click();
      await review
        .text(/^5,001 labels$/)
        .first()
        .waitFor();
    }
    await review.facet('Different (4,999)').click();
    await review.text('4,999 of 5,001 labels').first().waitFor();
  });

  it('copies only the fields that are chosen in the review', async () => {
    const { review, workbench } = fixture;
    const { webview } = workbench;
    await webview.getByRole('checkbox', { name: 'Status', exact: true }).click();
    await review.text('1 label will change.').waitFor();
    await review.row('Approved name').waitFor();
    await review.applyButton.getByText('Apply One Change', { exact: true }).waitFor();
    await workbench.screenshot('99-comparison-by-name');
    await webview.getByRole('checkbox', { name: 'Name', exact: true }).click();
    await review.text('0 labels will change.').waitFor();
    assert.equal(await review.applyButton.isEnabled(), false);
    await webview.getByRole('checkbox', { name: 'Status', exact: true }).click();
    await review.text('4,999 labels will change.').waitFor();
    await review.row('Approved name').waitFor({ state: 'hidden' });
    await review.cancelButton.click();
    await workbench.editorTab('Copy Values from').waitFor({ state: 'hidden' });
  });

  it('compares the other way too, and offers nothing that applies it', async () => {
    const { review, workbench } = fixture;
    await compare('Test', 'Production');
    await workbench.editorTab(`Copy Values from ${who} (Test)`).waitFor();
    await review.text('is read-only: nothing can be applied.').waitFor();
    await review.text('4,999 labels differ.').waitFor();
    assert.equal(await review.applyButton.count(), 0);
    // Those of the fields alone.
    assert.equal(await workbench.webview.getByRole('checkbox').count(), 2);
    await workbench.screenshot('99-comparison-with-read-only');
  });

  it('says so where a label cannot be changed because its connection has gone', async () => {
    const { form, workbench } = fixture;
    await workbench.changeSettings({ 'workforce.connections': connections.slice(0, 1) });
    await workbench.editorTab('PRODUCTION-ONLY').click();
    await form.text(`${who} (Production)`).waitFor();
    await form
      .text(
        'The connection Production is no longer in the settings, so its labels are read-only. Add it again to change them.',
      )
      .waitFor();
    assert.equal(await form.field('Name').isEditable(), false);
    await workbench.screenshot('99-read-only-without-connection');
  });
});

/** Throws unless a field is text on the page, without the look of an input. */
async function assertLooksReadOnly(field: Locator): Promise<void> {
  const look = await field.evaluate((element: unknown) => {
    const { backgroundColor, borderTopColor, opacity } = getComputedStyle(element);
    return [backgroundColor, borderTopColor, opacity];
  });
  const transparent = 'rgba(0, 0, 0, 0)';
  assert.deepEqual(look, [transparent, transparent, '1']);
}

function labels({ control }: Sandbox): readonly LabelRecord[] {
  return control.labels('acme-europe');
}
