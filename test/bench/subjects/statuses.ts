import * as z from 'zod';
import { BenchWindow, elementIsThere } from '../benchWindow.ts';
import type { Measurement, Row } from '../row.ts';

const labels = 500;
const latencies = [5, 20];
const rounds = 5;
const summary = `.notifications-toasts .monaco-list-row[aria-label*="${labels}"][aria-label*="changed"]`;

/** Setting the status of many labels, from the last click to the summary, beside the requests alone. */
export async function measureStatuses(): Promise<Measurement> {
  const rows: Row[] = [];
  for (const latency of latencies) {
    rows.push(await rowOf(latency));
  }
  return { rows };
}

async function rowOf(latency: number): Promise<Row> {
  const window = await BenchWindow.start(
    [`--labels=${labels}`, `--latency=${latency}`, `--page-limit=${labels}`],
    { settings: { 'workforce.labels.pageSize': labels } },
  );
  try {
    await window.view.waitForLength(labels);
    const [values, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      values.push(await timeOfStatus(window, 60 + round));
      await window.untilIdle();
      bare.push(z.number().parse(await window.ask('Update All by Bare Fetch', 'update')));
      await window.untilIdle();
    }
    return {
      name: `status of ${labels} labels, from the last click to the summary, at ${latency} ms`,
      unit: 'ms',
      values,
      comparison: { name: 'a bare loop of fetch in the same host', values: bare, isInTurns: true },
      budgets: [{ of: 'ratio', atMost: 1.5 }],
    };
  } finally {
    await window.stop();
  }
}

/** Selects all labels and gives them a status that none of them has. */
async function timeOfStatus(window: BenchWindow, status: number): Promise<number> {
  const { view, workbench } = window;
  const { page, quickInput } = workbench;
  await quickInput.runCommand('Notifications: Clear All Notifications');
  await quickInput.runCommand('Workforce: Focus on Labels View');
  await quickInput.closed();
  await view.waitForFocus();
  await page.keyboard.press('ControlOrMeta+a');
  await quickInput.runCommand('Workforce: Set Status…');
  await quickInput.fill(String(status));
  await quickInput.focusedRow(`Status ${status}`).waitFor();
  await quickInput.accept();
  const set = workbench.dialogButton('Set Status');
  await set.waitFor();
  return await window.time('click', elementIsThere(summary), async () => await set.click());
}
