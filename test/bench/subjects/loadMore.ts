import { BenchWindow, elementIsThere } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const labels = 140_000;
const rounds = 5;
const newRow = '.part.sidebar .monaco-list-row.selected[aria-label*=", code "]';

/** Cancels loading all labels as soon as a notification says that 100,000 of them are there. */
const cancelInTime = `{
  const observer = new MutationObserver(() => {
    for (const item of document.querySelectorAll('.notification-list-item')) {
      const cancel = [...item.querySelectorAll('.monaco-button')].find(
        (button) => button.textContent === 'Cancel',
      );
      if (cancel !== undefined && /1[0-3]\\d,\\d{3} of/.test(item.textContent)) {
        observer.disconnect();
        cancel.click();
      }
    }
  });
  observer.observe(document, { characterData: true, childList: true, subtree: true });
}`;

/** The click on Load more until the first new label shows, in a long list and in a short one. */
export async function measureLoadMore(): Promise<Measurement> {
  const window = await BenchWindow.start([`--labels=${labels}`, '--latency=20']);
  const { page, quickInput } = window.workbench;
  try {
    const short: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      short.push(await timeOfLoadMore(window));
    }
    await page.evaluate(cancelInTime);
    await quickInput.runCommand('Workforce: Load All Labels');
    await window.view.row('Labels 1 to 1,000').waitFor();
    const values: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      values.push(await timeOfLoadMore(window));
    }
    return {
      rows: [
        {
          name: 'Load more with more than 100,000 rows, until the new row shows',
          unit: 'ms',
          values,
          comparison: { name: 'with some 100 rows', values: short },
          budgets: [{ of: 'ratio', atMost: 1.5 }],
          reason:
            'Up to 1,000 rows of the last range are rendered again, where the short list has some 100: VS Code cannot be told of one row that has come. Where a range more begins it asks for all, and for the labels of those that are unfolded.',
        },
      ],
    };
  } finally {
    await window.stop();
  }
}

async function timeOfLoadMore(window: BenchWindow): Promise<number> {
  const { view, workbench } = window;
  await workbench.quickInput.runCommand('Workforce: Focus on Labels View');
  await workbench.quickInput.closed();
  await view.waitForFocus();
  const row = view.focusedRow('Load more');
  // Also where rows are still being added.
  await window.untilIdle();
  await workbench.page.keyboard.press('End');
  await row.waitFor();
  return await window.time('click', elementIsThere(newRow), async () => await row.click());
}
