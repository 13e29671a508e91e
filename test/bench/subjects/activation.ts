import * as z from 'zod';
import { loadWithPreloading } from '../../workbench/loadWithPreloading.ts';
import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const rounds = 6;
const settingUps = 3;

const activation = z.object({ work: z.number().positive(), elapsed: z.number().positive() });
const activations = z.object({
  'workforce-tools.workforce-labels': activation,
  'workforce-bench.github-authentication': activation,
});
const turns = z.array(z.object({ at: z.number().positive(), work: z.number().positive() }));

/** Cost of the extension before and after it shows labels, beside an extension of VS Code of the same kind. */
export async function measureActivation(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=500', '--latency=5']);
  try {
    const measured: z.output<typeof activations>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await window.reload();
      const title = round % 2 === 0 ? 'Workforce First' : 'GitHub First';
      measured.push(activations.parse(await window.ask(title, 'activation')));
    }
    const settingUp: number[][] = [];
    for (let round = 0; round < settingUps; round += 1) {
      settingUp.push(await workOfSettingUp(window));
    }
    const ours = measured.map((each) => each['workforce-tools.workforce-labels']);
    const gitHub = measured.map((each) => each['workforce-bench.github-authentication']);
    const comparison = 'github-authentication of VS Code';
    return {
      rows: [
        {
          name: 'activating, work of the processor',
          unit: 'ms',
          values: ours.map(({ work }) => work),
          comparison: {
            name: comparison,
            values: gitHub.map(({ work }) => work),
            isInTurns: true,
          },
          budgets: [{ of: 'ratio', atMost: 1.2 }],
        },
        {
          name: 'activating, by the clock on the wall',
          unit: 'ms',
          values: ours.map(({ elapsed }) => elapsed),
          comparison: {
            name: comparison,
            values: gitHub.map(({ elapsed }) => elapsed),
            isInTurns: true,
          },
        },
        {
          name: 'setting up after the first label, work of the processor',
          unit: 'ms',
          values: settingUp.map((works) => works.reduce((sum, work) => sum + work, 0)),
          budgets: [{ of: 'figure', atMost: 400 }],
        },
        {
          name: 'setting up after the first label, longest block of work',
          unit: 'ms',
          values: settingUp.map((works) => Math.max(...works)),
          budgets: [{ of: 'figure', atMost: 50 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}

/** Work of the host from the first label until all is loaded that a first click needs, turn by turn. */
async function workOfSettingUp(window: BenchWindow): Promise<number[]> {
  await window.reload();
  await window.ask('Watch Work', 'watching');
  let shownAt = Infinity;
  await loadWithPreloading(window.workbench, async () => {
    await window.view.open();
    await window.view.rows.first().waitFor();
    shownAt = Date.now();
  });
  const endedAt = Date.now();
  const all = turns.parse(await window.ask('Report Work', 'work'));
  return all.flatMap(({ at, work }) => (at > shownAt && at <= endedAt ? [work] : []));
}
