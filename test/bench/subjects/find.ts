import { BenchWindow, elementIsThere } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const rounds = 15;
/** Milliseconds. */
const latency = 20;

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
      values.push(
        await window.time(
          'keydown',
          elementIsThere(found),
          async () => await page.keyboard.press('3'),
        ),
      );
    }
    await quickInput.dismiss();
    const least: number[] = [];
    await quickInput.runCommand('Comparison: Find');
    await quickInput.input.waitFor();
    for (let round = 0; round < rounds; round += 1) {
      await quickInput.fill(String(round));
      await window.untilIdle();
      const found = `.quick-input-widget .monaco-list-row[aria-label^="Found ${round}x"]`;
      least.push(
        await window.time(
          'keydown',
          elementIsThere(found),
          async () => await page.keyboard.press('x'),
        ),
      );
    }
    await quickInput.dismiss();
    return {
      rows: [
        {
          name: `find: last key → list at ${latency} ms`,
          unit: 'ms',
          values,
          comparison: { name: 'a quick pick that only waits as long', values: least },
          budgets: [{ of: 'ratio', atMost: 1.2 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}
