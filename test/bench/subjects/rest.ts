import { setTimeout as delay } from 'node:timers/promises';
import { SandboxWorkbench } from '../../workbench/sandboxWorkbench.ts';
import { leaveAndReturn } from '../../workbench/windowFocus.ts';
import type { Measurement } from '../row.ts';

const tabs = 20;
const minutes = 5;
/** Milliseconds. */
const settlingTime = 5000;

/** Requests of a window with many labels open, while nobody touches it and when somebody comes back to it. */
export async function measureRest(): Promise<Measurement> {
  const fixture = await SandboxWorkbench.start({ sandbox: { labels: 40 } });
  const { form, sandbox, view, workbench } = fixture;
  const { page } = workbench;
  const sent = (): number =>
    Object.values(sandbox.control.requests()).reduce((sum, count) => sum + count, 0);
  try {
    await fixture.signInFirst();
    for (let index = 1; index <= tabs; index += 1) {
      await view.rows.nth(index).dblclick();
      await page
        .locator('.tabs-container')
        .getByRole('tab')
        .nth(index - 1)
        .waitFor();
      await form.title.waitFor();
    }
    await delay(settlingTime);
    const before = sent();
    await delay(minutes * 60_000);
    const atRest = sent() - before;
    await leaveAndReturn(page);
    await delay(settlingTime);
    const atReturn = sent() - before - atRest;
    return {
      rows: [
        {
          name: `${minutes} idle minutes with ${tabs} labels open`,
          unit: 'requests',
          values: [atRest],
          budgets: [{ of: 'figure', atMost: 0 }],
        },
        {
          name: `return to a window with ${tabs} labels open, one of them in sight`,
          unit: 'requests',
          values: [atReturn],
          budgets: [{ of: 'figure', atMost: 1 }],
        },
      ],
    };
  } finally {
    await fixture.stop(/./);
  }
}
