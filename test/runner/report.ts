import type { TestRunResult } from './testRun.ts';

/**
 * Lines that end a run, and its exit code. Where it is `strict`, a test that passed only when its file ran again
 * makes the run fail, too; the counts stay.
 */
export function reportOf(
  { passed, failed, failures, unsteady }: TestRunResult,
  { strict }: { readonly strict: boolean },
): { readonly lines: readonly string[]; readonly exitCode: number } {
  return {
    lines: [
      ...failures.map((text) => `FAILED ${text}\n`),
      // Once more in short: the details may be longer than what is kept of an output.
      ...failures.map((text) => `FAILED ${inShort(text)}`),
      ...unsteady.map((line) => `UNSTEADY ${line}`),
      `${passed} passed, ${failed} failed`,
    ],
    exitCode: failed === 0 && (unsteady.length === 0 || !strict) ? 0 : 1,
  };
}

function inShort(failure: string): string {
  const [title, error, ...details] = failure.split('\n');
  return [title, error, ...details.filter((line) => line.startsWith('  window: '))].join(' ');
}
