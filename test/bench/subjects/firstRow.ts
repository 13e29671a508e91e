import { BenchWindow, elementIsThere } from '../benchWindow.ts';
import { firstScript, npmScripts, showNpmScripts } from '../npmScripts.ts';
import type { Measurement } from '../row.ts';

const rounds = 7;

/** The first row of labels. */
export const firstLabel = '.part.sidebar .monaco-list-row[aria-label*=", code "]';

/** The click on the icon in the activity bar, the first one in the window, beside VS Code's own view of npm scripts. */
export async function measureFirstRow(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=500', '--latency=5'], { folder: npmScripts });
  try {
    await showNpmScripts(window);
    const clickFirst = async (container: string, row: string): Promise<number> => {
      await window.reload();
      return await window.time('click', elementIsThere(row), async () => {
        await window.workbench.openViewContainer(container);
      });
    };
    const [values, npm]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      values.push(await clickFirst('Workforce', firstLabel));
      npm.push(await clickFirst('Explorer', firstScript));
    }
    return {
      rows: [
        {
          name: 'click on the icon → first label, service at 5 ms',
          unit: 'ms',
          values,
          comparison: { name: 'VS Code’s own view of npm scripts', values: npm, isInTurns: true },
          budgets: [{ of: 'ratio', atMost: 1 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}
