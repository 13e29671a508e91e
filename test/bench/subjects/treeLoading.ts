import * as z from 'zod';
import { loadWithPreloading } from '../../workbench/loadWithPreloading.ts';
import { BenchWindow, elementIsThere } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const labels = 100_000;
const rounds = 3;
const allRows = '.part.sidebar .monaco-list-row[aria-label^="Labels 1 to 1,000"]';

/** Loading all labels of a large tenant into the tree, beside the requests alone. */
export async function measureTreeLoading(): Promise<Measurement> {
  const window = await BenchWindow.start([`--labels=${labels}`, '--latency=20']);
  try {
    const [values, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      await window.reload();
      // Otherwise what is preloaded would take its part of the time.
      await loadWithPreloading(window.workbench, async () => {
        await window.view.open();
        await window.view.rows.first().waitFor();
      });
      values.push((await timeOfLoadAll(window)) / 1000);
      await window.untilIdle();
      bare.push(z.number().parse(await window.ask('Load All by Bare Fetch', 'load')) / 1000);
    }
    return {
      rows: [
        {
          name: `load ${labels.toLocaleString('en')} labels at 20 ms until the tree shows all`,
          unit: 's',
          values,
          comparison: {
            name: 'a bare loop of fetch in the same host',
            values: bare,
            isInTurns: true,
          },
          budgets: [{ of: 'ratio', atMost: 1.5 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}

/** From the key that starts it in the palette. */
async function timeOfLoadAll(window: BenchWindow): Promise<number> {
  const { page, quickInput } = window.workbench;
  const title = 'Workforce: Load All Labels';
  await page.keyboard.press('F1');
  await quickInput.input.waitFor();
  await quickInput.fill(`>${title}`);
  await quickInput.focusedRow(title).waitFor();
  const condition = elementIsThere(allRows);
  return await window.time('keydown', condition, async () => await quickInput.accept());
}
