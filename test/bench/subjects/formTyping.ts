import { formFrame } from '../../workbench/formAudit.ts';
import { BenchWindow, longest } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const rounds = 4;
const strokes = 15;

/** Prepares the form to time its next key press until it learns that the document holds the stroke. */
const armStopwatch = `
  globalThis.stroke = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The document has not had it in time.')), ${longest});
    window.addEventListener('keydown', () => {
      const pressed = performance.now();
      const before = document.body.dataset.acknowledged;
      new MutationObserver((_, observer) => {
        if (document.body.dataset.acknowledged !== before) {
          observer.disconnect();
          resolve(performance.now() - pressed);
        }
      }).observe(document.body, { attributeFilter: ['data-acknowledged'] });
    }, { capture: true, once: true });
  });
  undefined;
`;

/** A key in the form until the document has it, beside the least form that does the same. */
export async function measureFormTyping(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=40', '--latency=5']);
  try {
    const values: number[] = [];
    const least: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await window.view.open();
      await window.view.row('Probation period, code').click();
      values.push(...(await timeStrokes(window, 'Name')));
      await window.workbench.openViewContainer('Comparison');
      await window.workbench.treeRow('Row 1').first().click();
      least.push(...(await timeStrokes(window, 'Field')));
    }
    return {
      rows: [
        {
          name: 'key in the form → document',
          unit: 'ms',
          values,
          comparison: { name: 'the least form, VS Code’s own way', values: least },
          budgets: [{ of: 'difference', atMost: 10 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}

/** Types into a field of the form that is shown. */
async function timeStrokes({ workbench }: BenchWindow, field: string): Promise<number[]> {
  await workbench.webview.getByRole('textbox', { name: field, exact: true }).press('End');
  const frame = await formFrame(workbench);
  const times: number[] = [];
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    await frame.evaluate(armStopwatch);
    await workbench.page.keyboard.press('x');
    times.push(await frame.evaluate<number>('globalThis.stroke'));
  }
  return times;
}
