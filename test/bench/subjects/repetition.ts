import * as z from 'zod';
import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const forms = 50;
const searches = 100;
const figures = z.object({ bytes: z.number().positive() });

/** Memory of the host that stays in use after forms were opened and closed again, and labels looked for. */
export async function measureRepetition(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=1000', '--latency=5']);
  const { form, view, workbench } = window;
  const { quickInput } = workbench;
  const openForms = async (count: number): Promise<void> => {
    for (let index = 1; index <= count; index += 1) {
      await view.rows.nth(1 + (index % 10)).click();
      await form.field('Name').waitFor();
      await quickInput.runCommand('View: Close All Editors');
    }
  };
  const find = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      await quickInput.runCommand('Workforce: Find Label…');
      await quickInput.fill(`FORKLIFT-00${100 + (index % 50)}`);
      await quickInput.dismiss();
    }
  };
  const bytes = async (): Promise<number> => {
    await window.untilIdle();
    return figures.parse(await window.ask('Measure Memory', 'memory')).bytes;
  };
  try {
    // What the first ones load stays.
    await openForms(5);
    await find(5);
    const before = await bytes();
    await openForms(forms);
    const afterForms = await bytes();
    await find(searches);
    const afterSearches = await bytes();
    return {
      rows: [
        {
          name: `memory left by ${forms} forms that were opened and closed`,
          unit: 'bytes',
          values: [Math.max(0, afterForms - before)],
          budgets: [{ of: 'figure', atMost: 1_000_000 }],
        },
        {
          name: `memory left by ${searches} searches`,
          unit: 'bytes',
          values: [Math.max(0, afterSearches - afterForms)],
          budgets: [{ of: 'figure', atMost: 1_000_000 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}
