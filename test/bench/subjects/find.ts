import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const rounds = 15;
/** Milliseconds. */
const latency = 20;
const debounce = 150;

/** Why a budget may be missed: from moments that were noted on the way of single keys. */
const reason =
  'VS Code takes 20 of them, as for a quick pick that only waits: 12 until it tells of the key, and 9 from the list that it is given to the one that is seen. The request takes 4 beyond the latency, of which the service searches 10,000 labels in 2, the timer of the debounce 1, and the work of the extension 1.3.';

/** The last key in Find Label until the list shows what was found. */
export async function measureFind(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=10000', `--latency=${latency}`]);
  const { page, quickInput } = window.workbench;
  try {
    const values: number[] = [];
    await quickInput.runCommand('Workforce: Find Label…');
    await quickInput.input.waitFor();
    for (let round = 0; round < rounds; round += 1) {
      // Four codes begin with this, and one of these goes on with the last key.
      const beginning = `FORKLIFT-0${String(round + 10)}`;
      await quickInput.fill(beginning);
      await window.untilIdle();
      const found = `.quick-input-widget .monaco-list-row:only-child[aria-label*="${beginning}35"]`;
      values.push(await window.time('keydown', found, async () => await page.keyboard.press('3')));
    }
    await quickInput.dismiss();
    const least: number[] = [];
    await quickInput.runCommand('Comparison: Find');
    await quickInput.input.waitFor();
    for (let round = 0; round < rounds; round += 1) {
      await quickInput.fill(String(round));
      await window.untilIdle();
      const found = `.quick-input-widget .monaco-list-row[aria-label^="Found ${round}x"]`;
      least.push(await window.time('keydown', found, async () => await page.keyboard.press('x')));
    }
    await quickInput.dismiss();
    return {
      rows: [
        {
          name: `find: last key → list at ${latency} ms`,
          unit: 'ms',
          values,
          comparison: { name: 'latency + debounce', values: [latency + debounce] },
          budgets: [{ of: 'difference', atMost: 30 }],
          reason,
        },
        {
          name: `find: last key → list at ${latency} ms`,
          unit: 'ms',
          values,
          comparison: { name: 'a quick pick that only waits as long', values: least },
          budgets: [{ of: 'difference', atMost: 30 }],
          reason,
        },
      ],
    };
  } finally {
    await window.stop();
  }
}
