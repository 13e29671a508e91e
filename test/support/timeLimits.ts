import * as z from 'zod';

/** Factor of all time limits, for a machine that is slower than most: `TEST_TIME_SCALE`. */
const scale = z.coerce
  .number()
  .positive()
  .parse(process.env['TEST_TIME_SCALE'] ?? 1);

/**
 * Time limits of tests that depend on the machine, in milliseconds: at least five times what a quiet one takes. What a
 * test waits for within a test has the shorter one, so that its error is the one that is reported.
 */
export const timeLimits = {
  /** A test of a unit or a page. */
  test: seconds(60),
  /** A test of a unit that starts many processes, packages the extension, or runs many random sequences. */
  longTest: seconds(600),
  /** A test whose number of runs somebody chooses, as `npm run test:soak` does. */
  soakTest: seconds(3600),
  /** A state that a unit awaits. */
  state: seconds(9),
  /** A test in the extension host, and a state that it awaits. */
  integrationTest: seconds(60),
  integrationState: seconds(20),
  /** A test of the packaged extension in a workbench, and what it awaits there. */
  endToEndTest: seconds(240),
  shown: seconds(90),
  /** The start of a server, a browser or a page. */
  start: seconds(60),
  /** A program that installs something, from the network or a file. */
  installation: seconds(600),
  /** All tests of one extension host. */
  extensionHost: seconds(2400),
  /** A level of `npm test`. */
  level: seconds(3600),
} as const;

function seconds(count: number): number {
  return count * 1000 * scale;
}
