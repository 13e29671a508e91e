import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formBeginningId } from '../../../src/labelEditor/protocol.ts';
import { plainRows } from '../../support/comparisonRows.ts';
import { formFrame } from '../../workbench/formAudit.ts';
import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const script = fileURLToPath(new URL('../../../dist/labelForm/main.js', import.meta.url));
const windows = 3;
const openings = 8;
const evaluations = 30;

/** Why the first budgets may be missed. */
const reasons = {
  first:
    'In a window that has shown no file yet, VS Code first loads what colours text, TextMate and its grammars, in the thread that also shows the form. The least editor of a JSON document waits for the same. Without a grammar of its own, a label opens some 100 ms sooner, and its JSON has no colours. Where a file was shown before, as in most windows, that is done already: see the row after a file.',
  next: 'Beyond what the empty editor takes, the label is read from the service, which begins with the click, and the page holds a form.',
};

/** In every page: notes when it first shows a field, on the clock that all pages of the browser share. */
const noteFirstField = `{
  const timer = setInterval(() => {
    if (document.querySelector('main input') !== null) {
      clearInterval(timer);
      globalThis.firstFieldAt = performance.timeOrigin + performance.now();
    }
  }, 1);
}`;

const noteNextClick = `
  window.addEventListener('click', () => {
    globalThis.clickedAt = performance.timeOrigin + performance.now();
  }, { capture: true, once: true });
  undefined;
`;

const timeScript = `(source) => {
  const script = document.createElement('script');
  script.textContent = source;
  const begun = performance.now();
  document.head.append(script);
  return performance.now() - begun;
}`;

type Opening = (window: BenchWindow, index: number) => Promise<number>;

/** From the click on a row of the tree until its form can be used, and what the form's script takes. */
export async function measureFormOpening(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=40', '--latency=5']);
  try {
    await window.workbench.page.context().addInitScript(noteFirstField);
    const first = { ours: [] as number[], empty: [] as number[], emptyJson: [] as number[] };
    const afterFile = { ours: [] as number[], empty: [] as number[] };
    const next = { ours: [] as number[], empty: [] as number[], emptyJson: [] as number[] };
    for (let round = 0; round < windows; round += 1) {
      await window.reload();
      first.ours.push(await openLabel(window, 1));
      await window.reload();
      first.empty.push(await openEmpty(window, 1));
      await window.reload();
      first.emptyJson.push(await openEmpty(window, plainRows));
      await window.reload();
      await showFile(window);
      afterFile.ours.push(await openLabel(window, 1));
      await window.reload();
      await showFile(window);
      afterFile.empty.push(await openEmpty(window, 1));
    }
    for (let index = 2; index < 2 + openings; index += 1) {
      next.ours.push(await openLabel(window, index));
      next.empty.push(await openEmpty(window, index));
      next.emptyJson.push(await openEmpty(window, plainRows + index));
    }
    const evaluation = await evaluationTimes(window);
    const empty = 'an empty custom text editor';
    const emptyJson = 'the same of a JSON document';
    return {
      rows: [
        {
          name: 'click on a label → form, first in the window',
          unit: 'ms',
          values: first.ours,
          comparison: { name: empty, values: first.empty },
          budgets: [{ of: 'ratio', atMost: 1.5 }],
          reason: reasons.first,
        },
        {
          name: 'click on a label → form, first in the window',
          unit: 'ms',
          values: first.ours,
          comparison: { name: emptyJson, values: first.emptyJson },
        },
        {
          name: 'click on a label → form, first after a file',
          unit: 'ms',
          values: afterFile.ours,
          comparison: { name: empty, values: afterFile.empty },
        },
        {
          name: 'click on a label → form, the next ones',
          unit: 'ms',
          values: next.ours,
          comparison: { name: empty, values: next.empty },
          budgets: [{ of: 'ratio', atMost: 1.5 }],
          reason: reasons.next,
        },
        {
          name: 'click on a label → form, the next ones',
          unit: 'ms',
          values: next.ours,
          comparison: { name: emptyJson, values: next.emptyJson },
        },
        {
          name: 'script of the form',
          unit: 'bytes',
          values: [statSync(script).size],
          budgets: [{ of: 'figure', atMost: 60_000 }],
        },
        {
          name: 'evaluating the script of the form',
          unit: 'ms',
          values: evaluation,
          budgets: [{ of: 'figure', atMost: 16 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}

const openLabel: Opening = async (window, index) => await timeOfOpening(window, 'Workforce', index);

const openEmpty: Opening = async (window, index) =>
  await timeOfOpening(window, 'Comparison', index);

/** Shows the settings as text, in their colours, and closes them again. */
async function showFile(window: BenchWindow): Promise<void> {
  const { page, quickInput } = window.workbench;
  await quickInput.runCommand('Preferences: Open User Settings (JSON)');
  const coloured = page.locator('.view-line span[class*="bracket-highlighting"]');
  await coloured.first().waitFor();
  // VS Code shows them above everything else.
  await page.keyboard.press('Escape');
  await coloured.first().waitFor({ state: 'hidden' });
  await window.untilIdle();
}

/** Opens the row at `index` in the view of a container, and closes the editor again. */
async function timeOfOpening(
  { workbench, view }: BenchWindow,
  container: 'Workforce' | 'Comparison',
  index: number,
): Promise<number> {
  const { page } = workbench;
  await workbench.openViewContainer(container);
  await workbench.sidebar
    .getByRole('treeitem', container === 'Workforce' ? { name: /, code / } : { name: /^Row \d/ })
    .first()
    .waitFor();
  await page.evaluate(noteNextClick);
  await view.rows.nth(index).click();
  await workbench.webview.locator('main input').first().waitFor();
  const frame = await formFrame(workbench);
  await frame.waitForFunction('globalThis.firstFieldAt !== undefined');
  const shown = await frame.evaluate<number>('globalThis.firstFieldAt');
  const clicked = await page.evaluate<number>('globalThis.clickedAt');
  await workbench.quickInput.runCommand('View: Close All Editors');
  return shown - clicked;
}

/** In pages of their own, as each form has one; in milliseconds, with all that the script shows at once. */
async function evaluationTimes({ view, workbench }: BenchWindow): Promise<number[]> {
  const source = readFileSync(script, 'utf8');
  await workbench.openViewContainer('Workforce');
  await view.rows.nth(1).click();
  await workbench.webview.locator('main input').first().waitFor();
  const frame = await formFrame(workbench);
  const beginning = await frame.evaluate<string>(
    `document.getElementById('${formBeginningId}').outerHTML`,
  );
  const times: number[] = [];
  for (let count = 0; count < evaluations; count += 1) {
    const page = await workbench.page.context().newPage();
    await page.evaluate(
      'globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })',
    );
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(beginning)}`);
    times.push(await page.evaluate<number>(`(${timeScript})(${JSON.stringify(source)})`));
    await page.close();
  }
  return times;
}
