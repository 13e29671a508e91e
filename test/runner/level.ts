/** A command that counts as one test: it passes where it ends with exit code 0. */
interface Step<Name> {
  /** Those that have to end before, whatever comes of them. */
  readonly after: readonly Name[];
  readonly command: readonly [program: string, ...args: string[]];
  readonly counts: 'one';
}

/** A command that runs tests and reports the result of each file, as `ResultReporter` does. */
interface Tests<Name> extends Omit<Step<Name>, 'counts'> {
  readonly counts: 'tests';
}

/**
 * Tests that use a window. Given arguments `--file NAME` in place of `files`, the command runs these files
 * alone, in a window and a profile of their own.
 */
interface WindowTests<Name> extends Omit<Step<Name>, 'counts'> {
  readonly counts: 'windowTests';
  /** Arguments that choose files: a share of them, or none for all. */
  readonly files: readonly string[];
}

/** A part of the tests, or what some of them need. */
export type Level<Name extends string = string> = Step<Name> | Tests<Name> | WindowTests<Name>;

/** Levels by name, in an order in which each stands below those that it comes after. */
export type Levels = Readonly<Record<string, Level>>;

/** Returns what it is given: a name that is in no row does not compile. */
export function levelsByName<Name extends string>(
  table: Readonly<Record<Name, Level<NoInfer<Name>>>>,
): Readonly<Record<Name, Level>> {
  return table;
}
