import type { Locator } from 'playwright-core';
import { BenchWindow } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const rounds = 12;

/** Condition: the page of another form is in sight than before. */
const otherForm = `(() => {
  const isInSight = (frame) => getComputedStyle(frame).visibility === 'visible';
  const shown = [...document.querySelectorAll('iframe.webview.ready')].find(isInSight);
  globalThis.formBefore ??= shown;
  return shown !== undefined && shown !== globalThis.formBefore;
})()`;

/** Condition: the text of another document is in sight than before. */
const otherText = `(() => {
  const shown = document.querySelector('.editor-instance .monaco-editor[data-uri]')?.dataset.uri;
  globalThis.textBefore ??= shown;
  return shown !== undefined && shown !== globalThis.textBefore;
})()`;

/** Time from a click on the tab of an open label until its form is in sight, beside the tabs of text documents. */
export async function measureTabSwitching(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=40', '--latency=5']);
  const { form, workbench } = window;
  const { page, quickInput } = workbench;
  const tabs = page.locator('.tabs-container').getByRole('tab');
  try {
    await openLabels(window, 2);
    const values = await timesOf(window, tabs, otherForm, 'formBefore');
    await form.field('Name').waitFor();
    await quickInput.runCommand('View: Close All Editors');
    for (let count = 0; count < 2; count += 1) {
      await quickInput.runCommand('File: New Untitled Text File');
      await tabs.nth(count).waitFor();
    }
    const texts = await timesOf(window, tabs, otherText, 'textBefore');
    return {
      rows: [
        {
          name: 'click on the tab of an open label → form',
          unit: 'ms',
          values,
          comparison: { name: 'the tab of an open text document', values: texts },
          budgets: [{ of: 'ratio', atMost: 1.5 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}

/** Opens so many labels, each in a tab of its own. */
export async function openLabels(
  { form, view, workbench }: BenchWindow,
  count: number,
): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await view.rows.nth(index).dblclick();
    await workbench.page
      .locator('.tabs-container')
      .getByRole('tab')
      .nth(index - 1)
      .waitFor();
    await form.field('Name').waitFor();
  }
}

async function timesOf(
  window: BenchWindow,
  tabs: Locator,
  condition: string,
  before: string,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await window.untilIdle();
    await window.workbench.page.evaluate(`globalThis.${before} = undefined; ${condition}`);
    const tab = tabs.nth(round % 2);
    times.push(await window.time('click', condition, async () => await tab.click()));
  }
  return times;
}
