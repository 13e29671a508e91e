import { timeLimits } from '../support/timeLimits.ts';
import { until } from '../support/until.ts';

/** Waits until `done` holds, as long as for what is shown. Throws an error that says what was awaited. */
export async function waitUntil(done: () => boolean | Promise<boolean>): Promise<void> {
  await until(done, { within: timeLimits.shown, pause: 50 });
}
