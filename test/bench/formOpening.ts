import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formFrame } from '../workbench/formAudit.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { medianOf, type Measurement } from './measurement.ts';

const script = fileURLToPath(new URL('../../dist/labelForm/main.js', import.meta.url));
const openings = 12;
const evaluations = 30;

/** In every page: notes when it first shows a field, on the clock that all pages of the browser share. */
const noteFirstField = `{
  const timer = setInterval(() => {
    if (document.querySelector('main input') !== null) {
      clearInterval(timer);
      globalThis.firstFieldAt = performance.timeOrigin + performance.now();
    }
  }, 1);
}`;

const noteNextClick = `
  window.addEventListener('click', () => {
    globalThis.clickedAt = performance.timeOrigin + performance.now();
  }, { capture: true, once: true });
  undefined;
`;

const timeScript = `(source) => {
  const script = document.createElement('script');
  script.textContent = source;
  const begun = performance.now();
  document.head.append(script);
  return performance.now() - begun;
}`;

/**
 * The size of the form's script, what it takes to evaluate, and how long a click on a label takes until its
 * form can be used. The extension has to be packaged.
 */
export async function measureFormOpening(): Promise<Measurement[]> {
  const fixture = await SandboxWorkbench.start({ sandbox: { labels: 40 } });
  try {
    const { form, view, workbench } = fixture;
    await fixture.signInFirst();
    await workbench.page.context().addInitScript(noteFirstField);
    const times: number[] = [];
    for (let index = 1; index <= openings; index += 1) {
      await workbench.page.evaluate(noteNextClick);
      await view.rows.nth(index).click();
      await form.field('Code').waitFor();
      const frame = await formFrame(workbench);
      await frame.waitForFunction('globalThis.firstFieldAt !== undefined');
      const shown = await frame.evaluate<number>('globalThis.firstFieldAt');
      times.push(shown - (await workbench.page.evaluate<number>('globalThis.clickedAt')));
      await workbench.quickInput.runCommand('View: Close All Editors');
    }
    return [
      { name: 'script of the form', value: statSync(script).size, unit: 'bytes', bound: 60_000 },
      {
        name: 'evaluating the script of the form, median',
        value: medianOf(await evaluationTimes(fixture)),
        unit: 'ms',
        bound: 16,
      },
      { name: 'click on a label to its usable form, median', value: medianOf(times), unit: 'ms' },
    ];
  } finally {
    await fixture.stop();
  }
}

/** In pages of their own, as each form has one; in milliseconds. */
async function evaluationTimes({ workbench }: SandboxWorkbench): Promise<number[]> {
  const source = readFileSync(script, 'utf8');
  const times: number[] = [];
  for (let count = 0; count < evaluations; count += 1) {
    const page = await workbench.page.context().newPage();
    await page.evaluate(
      'globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })',
    );
    const time = await page.evaluate<number, string>(timeScript, source);
    times.push(time);
    await page.close();
  }
  return times;
}
