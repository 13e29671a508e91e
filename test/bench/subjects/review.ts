import type { Locator } from 'playwright-core';
import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const labels = 10_000;
const rounds = 5;

/** A review of 10,000 changes: until it is there, and until its last row is in sight. */
export async function measureReview(): Promise<Measurement> {
  const window = await BenchWindow.start(
    [`--labels=${labels}`, '--latency=5', '--page-limit=1000'],
    {
      settings: { 'workforce.labels.pageSize': 1000 },
    },
  );
  const { workbench } = window;
  const { page, quickInput, webview } = workbench;
  const first = webview.locator('[aria-rowindex="2"]').filter({ hasText: '→' });
  const last = webview.locator(`[aria-rowindex="${labels + 1}"]`).filter({ hasText: '→' });
  const [opened, jumped]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await quickInput.runCommand('Workforce: Replace in Labels…');
      await quickInput.pick('Code');
      await quickInput.fill('-');
      await quickInput.accept();
      await quickInput.widget.getByText('Replacement').waitFor();
      await quickInput.fill('_');
      await quickInput.accept();
      // From here on the labels are read and planned; the tab comes with the page.
      await workbench.editorTab('Replace').waitFor();
      opened.push(await timeUntil(first));
      await window.untilIdle();
      jumped.push(await timeUntil(last, async () => await page.keyboard.press('Control+End')));
      await webview.getByRole('button', { name: 'Cancel', exact: true }).click();
      await workbench.editorTab('Replace').waitFor({ state: 'hidden' });
      await window.untilIdle();
    }
  } finally {
    await window.stop();
  }
  return {
    rows: [
      {
        name: `review of ${labels.toLocaleString('en')} changes, from its tab to its first row`,
        unit: 'ms',
        values: opened,
        budgets: [{ of: 'figure', atMost: 500 }],
      },
      {
        name: `review of ${labels.toLocaleString('en')} changes, from Ctrl+End to its last row`,
        unit: 'ms',
        values: jumped,
        budgets: [{ of: 'figure', atMost: 100 }],
        reason:
          'What asks whether the row is there looks after 0, 20, 70 and 170 ms: it came between the last two. In the thread of the page a jump among 100,000 rows takes 65 to 108 ms (test/pages).',
      },
    ],
  };
}

/** Time until a row is in the page, in milliseconds; what asks the page takes some of it. */
async function timeUntil(row: Locator, act?: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await act?.();
  await row.waitFor();
  return performance.now() - begun;
}
