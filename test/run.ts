import { parseArgs } from 'node:util';
import * as z from 'zod';
import { reportOf } from './runner/report.ts';
import { suites } from './runner/suites.ts';
import { TestRun } from './runner/testRun.ts';

// Runs all levels of a suite and adds up their counts: of `current`, or of the one that the argument names. With
// `--strict`, a test that failed before it passed alone makes the run fail.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: 'boolean', default: false } },
});
const suite = z.enum(['current', 'oldest']).parse(positionals[0] ?? 'current');
const run = new TestRun(
  suites[suite],
  { ...process.env, ...(suite === 'oldest' ? { VSCODE_RELEASE: 'oldest' } : {}) },
  console.log,
);
endOn('SIGINT', 130);
endOn('SIGTERM', 143);
const { lines, exitCode } = reportOf(await run.run(), values);
for (const line of lines) {
  console.log(line);
}
process.exit(exitCode);

/** Ends this process on `signal` once all that it has started has ended. */
function endOn(signal: NodeJS.Signals, code: number): void {
  process.once(signal, () => {
    void run.stop().then(() => process.exit(code));
  });
}
