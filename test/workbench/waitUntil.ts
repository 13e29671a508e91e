import { until } from '../support/until.ts';

/** Maximum time until VS Code or the extension shows something, in milliseconds. */
export const patience = 90_000;

/** Waits until `done` holds, as long as for what is shown. Throws an error that says what was awaited. */
export async function waitUntil(done: () => boolean | Promise<boolean>): Promise<void> {
  await until(done, { within: patience, pause: 50 });
}
