import { loadPages, sendBare } from '../../support/bareRequests.ts';
import { signIn } from '../../unit/sandbox/sandboxClient.ts';
import { BenchWindow, elementIsThere } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const rounds = 8;
/** Milliseconds. */
const latency = 20;

/** Time from the key or the click until the list is another one: a filter, and a refresh that brings a new name. */
export async function measureFiltering(): Promise<Measurement> {
  const window = await BenchWindow.start(['--labels=10000', `--latency=${latency}`]);
  const { baseUrl } = window.sandbox.address;
  const { quickInput } = window.workbench;
  try {
    const { access_token: accessToken } = await signIn(window.sandbox.address);
    const [first] = await loadPages(baseUrl, accessToken);
    const [filters, refreshes]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      await quickInput.runCommand('Workforce: Filter Labels…');
      await quickInput.input.waitFor();
      const code = `FORKLIFT-0${round + 10}`;
      await quickInput.fill(`code:${code}`);
      await window.untilIdle();
      const found = elementIsThere(
        `.part.sidebar .monaco-list-row[aria-posinset="1"][aria-label*="${code}"]`,
      );
      filters.push(await window.time('keydown', found, async () => await quickInput.accept()));
      await quickInput.runCommand('Workforce: Clear Filter');
      await window.untilIdle();
      const labelName = `Renamed ${round}`;
      const body = JSON.stringify({ id: first?.id, labelName });
      await sendBare(`${baseUrl}/api/v2/label/update`, accessToken, { method: 'POST', body });
      const renamed = elementIsThere(
        `.part.sidebar .monaco-list-row[aria-label^="${labelName}, "]`,
      );
      const refresh = async () => await window.workbench.clickSidebarButton('Refresh Labels');
      refreshes.push(await window.time('click', renamed, refresh));
      await window.untilIdle();
    }
    return {
      rows: [
        {
          name: `filter: Enter → first label at ${latency} ms`,
          unit: 'ms',
          values: filters,
          budgets: [{ of: 'figure', atMost: 400 }],
        },
        {
          name: `refresh: click → what has changed at ${latency} ms`,
          unit: 'ms',
          values: refreshes,
          budgets: [{ of: 'figure', atMost: 400 }],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}
