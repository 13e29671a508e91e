import * as z from 'zod';
import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const rounds = 6;

/** Why the budgets may be missed: from what the bundler says of its output. */
const reasons = {
  cpu: 'It was 46 ms before what no label needs was loaded on first use and what is left came in one file. The 48 kB of zod/mini are in it, and the schemas of settings, sessions and answers, which are made while the code is evaluated; made when they are first used, they would have to stand behind functions everywhere.',
  code: '48 are zod/mini, which all that comes from outside is read with, 22 the view and its rows, 14 lists of labels, 12 the sessions, 10 HTTP, 15 signing in, accounts and connections, 7 the errors and the log, 7 `extension.ts`, IDs and settings, 4 tools and the API for other extensions, and the rest what all of these share. All else is loaded when it is used: commands, the renewal of sessions, signing in, changes, forms, files, the sandbox.',
};
const figures = z.object({
  'workforce-tools.workforce-labels': z.number().positive(),
  'workforce-bench.github-authentication': z.number().positive(),
});
const loadedScripts = z
  .array(z.object({ length: z.int().positive(), at: z.number().positive() }))
  .min(1);
const scriptsByExtension = z.object({
  'workforce-tools.workforce-labels': loadedScripts,
  'workforce-bench.github-authentication': loadedScripts,
});

/** Characters of the scripts that were loaded until `end`, in milliseconds since the epoch. */
function sizeUntil(end: number, scripts: z.output<typeof loadedScripts>): number {
  const loaded = scripts.filter(({ at }) => at <= end);
  return loaded.reduce((sum, { length }) => sum + length, 0);
}

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
    // What is loaded from here on, nobody has waited for.
    const shown = Date.now();
    const scripts = scriptsByExtension.parse(await window.ask('List Scripts', 'scripts'));
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
          reason: reasons.cpu,
        },
        {
          name: 'JavaScript evaluated before the first label',
          unit: 'bytes',
          values: [sizeUntil(shown, scripts['workforce-tools.workforce-labels'])],
          comparison: {
            name: gitHub,
            values: [sizeUntil(Infinity, scripts['workforce-bench.github-authentication'])],
          },
          budgets: [{ of: 'figure', atMost: 120_000 }],
          reason: reasons.code,
        },
      ],
    };
  } finally {
    await window.stop();
  }
}
