import type { Context } from 'mocha';
import { describeWindow } from './windowDescription.ts';
import type { Workbench } from './workbench.ts';

/** To be called by `afterEach`: saves what the window shows where the test failed, and has its error tell it. */
export async function screenshotOnFailure(
  { currentTest }: Context,
  workbench: Workbench,
): Promise<void> {
  if (currentTest?.state === 'failed') {
    const name = currentTest.fullTitle().replaceAll(/\W+/g, '-');
    await workbench.screenshot(`failed-${name}`);
    if (currentTest.err !== undefined) {
      const lines = await describeWindow(workbench.page);
      // As one text: an assertion's error shows no more of what is added to it.
      Object.assign(currentTest.err, { window: lines.join('; ') });
    }
  }
}
