import { plainRows } from '../../support/comparisonRows.ts';
import { formFrame } from '../../workbench/formAudit.ts';
import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const windows = 3;
const openings = 8;

/** Why the budgets may be missed. */
const reasons = {
  first:
    'In a window that has shown no file yet, VS Code first loads what colours text, TextMate and its grammars, in the thread that also shows the form: the empty editor waits for the same.',
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

type Opening = (window: BenchWindow, index: number) => Promise<number>;

/** From the click on a row of the tree until its form can be used, beside an empty editor of a document of that kind. */
export async function measureFormOpening(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=40', '--latency=5']);
  try {
    await window.workbench.page.context().addInitScript(noteFirstField);
    const first = { ours: [] as number[], empty: [] as number[] };
    const next = { ours: [] as number[], empty: [] as number[] };
    for (let round = 0; round < windows; round += 1) {
      await window.reload();
      first.ours.push(await openLabel(window, 1));
      await window.reload();
      first.empty.push(await openEmpty(window, 1));
    }
    for (let index = 2; index < 2 + openings; index += 1) {
      next.ours.push(await openLabel(window, index));
      next.empty.push(await openEmpty(window, index));
    }
    const empty = 'an empty editor of a JSON document';
    return {
      rows: [
        {
          name: 'click on a label → form, first in the window',
          unit: 'ms',
          values: first.ours,
          comparison: { name: empty, values: first.empty, isInTurns: true },
          budgets: [{ of: 'ratio', atMost: 1.5 }],
          reason: reasons.first,
        },
        {
          name: 'click on a label → form, the next ones',
          unit: 'ms',
          values: next.ours,
          comparison: { name: empty, values: next.empty, isInTurns: true },
          budgets: [{ of: 'ratio', atMost: 1.5 }],
          reason: reasons.next,
        },
      ],
    };
  } finally {
    await window.stop();
  }
}

const openLabel: Opening = async (window, index) => await timeOfOpening(window, 'Workforce', index);

const openEmpty: Opening = async (window, index) =>
  await timeOfOpening(window, 'Comparison', plainRows + index);

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
