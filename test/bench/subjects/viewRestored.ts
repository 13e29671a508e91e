import { BenchWindow } from '../benchWindow.ts';
import { firstScript, npmScripts, showNpmScripts } from '../npmScripts.ts';
import type { Measurement } from '../row.ts';
import { firstLabel } from './firstRow.ts';

const rounds = 5;

/** In a page that is loaded: notes when it first shows a row of either view. */
const noteFirstRow = `new MutationObserver((_, observer) => {
  if (document.querySelector(${JSON.stringify(`${firstLabel}, ${firstScript}`)}) !== null) {
    observer.disconnect();
    globalThis.firstRowAt = performance.now();
  }
}).observe(document, { childList: true, subtree: true })`;

/** Time from loading a window in which the view was open until its first label, beside VS Code's own view of npm scripts. */
export async function measureViewRestored(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=500', '--latency=5'], { folder: npmScripts });
  const { page } = window.workbench;
  try {
    await showNpmScripts(window);
    await page.addInitScript(noteFirstRow);
    const timeOf = async (container: string): Promise<number> => {
      await window.reload(container);
      await page.waitForFunction('globalThis.firstRowAt !== undefined');
      return await page.evaluate<number>('globalThis.firstRowAt');
    };
    const [values, npm]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      values.push(await timeOf('Workforce'));
      npm.push(await timeOf('Explorer'));
    }
    return {
      rows: [
        {
          name: 'start of a window → first label of the view that was open',
          unit: 'ms',
          values,
          comparison: { name: 'VS Code’s own view of npm scripts', values: npm, isInTurns: true },
          budgets: [{ of: 'ratio', atMost: 1.1 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}
