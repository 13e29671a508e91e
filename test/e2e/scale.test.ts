import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { SandboxWorkbench } from './sandboxWorkbench.ts';

const tenant = 'acme-europe';
const count = 100_000;

function button(container: Locator, name: string): Locator {
  return container.getByRole('button', { name, exact: true });
}

describe('100,000 labels', () => {
  let scene: SandboxWorkbench;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'labels-'));
    scene = await SandboxWorkbench.start({
      sandbox: { labels: count, latency: 20, pageLimit: 200 },
      settings: {
        'workforce.labels.statusNames': {
          '0': 'Draft',
          '1': 'Active',
          '2': 'Paused',
          '9': 'Closed',
        },
        'files.simpleDialog.enable': true,
      },
    });
    await scene.signInFirst();
  });

  after(async () => {
    await scene.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Shows what the window shows, in each theme. */
  async function screenshots(name: string): Promise<void> {
    for (const theme of ['light', 'dark', 'highContrast'] as const) {
      await scene.workbench.setTheme(theme);
      await scene.workbench.screenshot(`scale-${name}-${theme}`);
    }
  }

  /** Waits until the view has so many rows, and gives back how long that took in milliseconds. */
  async function waitForRows(rows: number): Promise<void> {
    await scene.view.rows
      .and(scene.workbench.page.locator(`[aria-setsize="${rows}"]`))
      .first()
      .waitFor({ timeout: 60_000 });
  }

  /** Selects that many rows below the first one, with the keyboard. */
  async function selectBelowTheFirst(rows: number): Promise<void> {
    const { keyboard } = scene.workbench.page;
    await scene.workbench.quickInput.runCommand('Workforce: Focus on Labels View');
    await scene.view.focusedList.waitFor();
    await keyboard.press('Home');
    await scene.view.focusedRow('Labels 1 to 1,000').waitFor();
    await keyboard.press('ArrowDown');
    await scene.view.focusedRow('Probation period').waitFor();
    for (let selected = 0; selected < rows; selected++) {
      await keyboard.press('Shift+ArrowDown');
    }
  }

  /** The last row of the quick input, gone to with the keyboard. */
  async function lastResult(text: RegExp): Promise<Locator> {
    const { page, quickInput } = scene.workbench;
    const row = quickInput.widget.getByText(text);
    for (let pages = 0; pages < 20 && !(await row.isVisible()); pages++) {
      await page.keyboard.press('PageDown');
    }
    await row.waitFor();
    return row;
  }

  /** Answers VS Code's own dialog for files. */
  async function enterPath(file: string, buttonName: string): Promise<void> {
    const { quickInput } = scene.workbench;
    // The dialog fills in a path of its own when it has read the folder.
    await quickInput.widget.locator('.monaco-list-row').first().waitFor();
    await quickInput.fill(file);
    assert.equal(await quickInput.input.inputValue(), file);
    await button(quickInput.widget, buttonName).click();
  }

  it('shows the first page', async () => {
    await waitForRows(101);
    await screenshots('first-page');
  });

  it('loads all into ranges, and scrolls to the end of the last one', async () => {
    const { page, quickInput } = scene.workbench;
    const started = performance.now();
    await quickInput.runCommand('Workforce: Load All Labels');
    await scene.view.row('Labels 1 to 1,000').waitFor();
    console.log(`    all are in the tree after ${Math.round(performance.now() - started)} ms`);
    await quickInput.runCommand('Workforce: Focus on Labels View');
    await scene.view.focusedList.waitFor();
    await page.keyboard.press('End');
    await scene.view.focusedRow('Labels 99,001 to 100,000').waitFor();
    await screenshots('ranges');
    await quickInput.runCommand('Workforce: Focus on Labels View');
    await scene.view.focusedList.waitFor();
    await page.keyboard.press('ArrowRight');
    await scene.view.waitForLength(100 + 2 * 1000);
    await page.keyboard.press('End');
    const last = scene.sandbox.control.labels(tenant).at(-1);
    await scene.view.focusedRow(last?.labelName ?? '').waitFor();
    await screenshots('end');
  });

  it('finds labels on the service', async () => {
    const { quickInput } = scene.workbench;
    await quickInput.runCommand('Workforce: Find Label…');
    await quickInput.input.waitFor();
    const started = performance.now();
    await quickInput.fill('FORKLIFT-99985');
    await quickInput.widget.getByText('FORKLIFT-99985').waitFor();
    console.log(`    found after ${Math.round(performance.now() - started)} ms`);
    await quickInput.fill('forklift');
    await quickInput.widget.getByText('FORKLIFT-00035').waitFor();
    await (await lastResult(/More results \(20 of /)).click();
    await lastResult(/More results \(40 of /);
    await scene.workbench.screenshot('scale-find');
    await quickInput.dismiss();
  });

  it('sets the status of 500 labels, 7 of which fail', async () => {
    const { workbench, sandbox } = scene;
    const { page, quickInput } = workbench;
    const before = sandbox.control.labels(tenant).slice(1, 501);
    const locked = before.filter((_, index) => index % 70 === 20).slice(0, 7);
    assert.equal(locked.length, 7);
    sandbox.control.setOption({ failUpdateIds: locked.map(({ id }) => id) });
    await selectBelowTheFirst(500);
    await quickInput.runCommand('Workforce: Set Status…');
    await quickInput.fill('Closed');
    await quickInput.pick('Closed');
    await workbench.dialog.getByText('Set the status of 500 labels to Closed (9)?').waitFor();
    await workbench.screenshot('scale-set-status-dialog');
    await button(workbench.dialog, 'Show Changes').click();
    await workbench.editorTab('Set Status of 500 Labels').waitFor();
    await screenshots('set-status-changes');
    assert.equal(sandbox.control.requests()['POST /api/v2/label/update'] ?? 0, 0);
    const started = performance.now();
    await page.locator('.editor-actions').getByRole('button', { name: 'Apply Changes' }).click();
    const summary = workbench.notification('Labels changed: 493. Failed: 7.');
    await summary.waitFor({ timeout: 60_000 });
    console.log(`    500 labels after ${Math.round(performance.now() - started)} ms`);
    await button(summary, 'Show Failures').click();
    await workbench.editorTab('Failures').waitFor();
    await screenshots('set-status-failures');
    const changed = sandbox.control.labels(tenant).slice(1, 501);
    assert.equal(changed.filter(({ labelStatus }) => labelStatus === 9).length, 493);
    sandbox.control.setOption({ failUpdateIds: [] });
    const again = workbench.notification('Labels changed: 493. Failed: 7.');
    await button(again, 'Retry Failed').click();
    const complete = workbench.notification('Labels changed: 500.');
    await complete.waitFor();
    await button(complete, 'Undo').click();
    await workbench.notification('Labels changed: 500.').waitFor();
    assert.deepEqual(
      sandbox.control
        .labels(tenant)
        .slice(1, 501)
        .map(({ labelStatus }) => labelStatus),
      before.map(({ labelStatus }) => labelStatus),
    );
  });

  it('exports all labels and imports a changed file', async () => {
    const { workbench, sandbox } = scene;
    const { quickInput } = workbench;
    const file = path.join(folder, 'labels.csv');
    await quickInput.runCommand('Workforce: Export Labels…');
    await quickInput.pick('CSV for Excel');
    await enterPath(file, 'OK');
    await workbench.notification('Labels exported: 100,000.').waitFor({ timeout: 60_000 });
    assert.deepEqual(await readdir(folder), ['labels.csv']);
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    assert.equal(lines.length, count + 2);
    const changed = lines.map((line, index) =>
      index > 0 && index % 10_000 === 0 ? line.replace(/"[^"]*"(,"\d+"|)$/, '"Renamed"$1') : line,
    );
    await writeFile(
      file,
      [...changed.slice(0, -1), '"\'nobody","X","Y","1"', '"\'1","","","many"', ''].join('\r\n'),
    );
    const calls = sandbox.control.requests()['POST /api/v2/label/update'];
    await quickInput.runCommand('Workforce: Import Labels…');
    await enterPath(file, 'Import');
    await workbench.notification('Labels to change: 10.').waitFor({ timeout: 60_000 });
    await screenshots('import-changes');
    assert.equal(sandbox.control.requests()['POST /api/v2/label/update'], calls);
    await workbench.notification('Labels to change: 10.').getByText('Apply Changes').click();
    await workbench.notification('Labels changed: 10.').waitFor();
    const renamed = sandbox.control
      .labels(tenant)
      .filter(({ labelName }) => labelName === 'Renamed');
    assert.equal(renamed.length, 10);
  });
});
