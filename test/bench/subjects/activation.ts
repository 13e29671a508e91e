import * as z from 'zod';
import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const rounds = 6;
const figures = z.object({
  'workforce-tools.workforce-labels': z.number().positive(),
  'workforce-bench.github-authentication': z.number().positive(),
});

/** What the extension costs before it does anything, beside an extension of VS Code of the same kind. */
export async function measureActivation(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=500', '--latency=5']);
  try {
    const cpu: z.output<typeof figures>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await window.reload();
      const title = round % 2 === 0 ? 'Workforce First' : 'GitHub First';
      cpu.push(figures.parse(await window.ask(title, 'activation')));
    }
    await window.reload();
    await window.ask('Watch Scripts', 'watching');
    await window.view.open();
    await window.view.rows.first().waitFor();
    const scripts = figures.parse(await window.ask('List Scripts', 'scripts'));
    const gitHub = 'github-authentication of VS Code';
    return {
      rows: [
        {
          name: 'loading and activating, work of the processor',
          unit: 'ms',
          values: cpu.map((each) => each['workforce-tools.workforce-labels']),
          comparison: {
            name: gitHub,
            values: cpu.map((each) => each['workforce-bench.github-authentication']),
          },
          budgets: [{ of: 'ratio', atMost: 1.2 }],
        },
        {
          name: 'JavaScript evaluated before the first label',
          unit: 'bytes',
          values: [scripts['workforce-tools.workforce-labels']],
          comparison: { name: gitHub, values: [scripts['workforce-bench.github-authentication']] },
          budgets: [{ of: 'figure', atMost: 120_000 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}
