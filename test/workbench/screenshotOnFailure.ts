import type { Context } from 'mocha';
import type { Workbench } from './workbench.ts';

/** To be called by `afterEach`: saves what the window shows where the test failed. */
export async function screenshotOnFailure(
  { currentTest }: Context,
  workbench: Workbench,
): Promise<void> {
  if (currentTest?.state === 'failed') {
    const name = currentTest.fullTitle().replaceAll(/\W+/g, '-');
    await workbench.screenshot(`failed-${name}`);
  }
}
