import { format } from 'node:util';

/** Prints to the output of the run; what is only logged in the extension host does not get there. */
export function print(...values: readonly unknown[]): void {
  const mark = process.env['TEST_OUTPUT_MARK'] ?? '';
  for (const line of format(...values).split('\n')) {
    console.log(`${mark}${line}`);
  }
}
