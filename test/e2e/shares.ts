/**
 * A share of the files with tests. `npm test` runs both at the same time: the short one, and after it the
 * integration tests, take as long as the long one.
 */
export const shares = ['long', 'short'] as const;

export type Share = (typeof shares)[number];

/** A file, and the seconds of processor time that it takes with all that it starts, on a quiet machine. */
type MeasuredFile = readonly [name: string, seconds: number];

/**
 * Files that use one window, in an order in which each leaves the window fit for the next; most have one of
 * their own. A file that is in no row has one of its own too, and takes as long as most.
 */
const windows: readonly (readonly MeasuredFile[])[] = [
  [
    ['accounts', 25],
    ['accountCommands', 20],
  ],
  [
    ['labelChanges', 60],
    ['labelTable', 60],
    ['labelTableSaving', 70],
    // Leaves another account signed in.
    ['labelTools', 20],
  ],
  [
    ['labelRows', 15],
    ['labelFormEditing', 35],
    ['labelFormTyping', 40],
    ['labelFormAppearance', 20],
  ],
  [['changesReloaded', 35]],
  [['changesView', 55]],
  [['displayLanguages', 60]],
  [['editorPlaces', 45]],
  [['extensionUpdated', 30]],
  [['hostileTexts', 50]],
  [['keyboard', 25]],
  [['labelFormSaving', 80]],
  [['mainJob', 35]],
  [['oneAfterAnother', 45]],
  [['ownSandbox', 35]],
  [['scale', 40]],
  [['sessions', 30]],
  [['signIn', 35]],
  [['testAndProduction', 60]],
  [['twoWindows', 25]],
  // Nothing but in `npm run test:soak`.
  [['changesKilled', 0]],
  [['labelFormRandom', 0]],
];
const usualSeconds = 25;

/** Seconds of processor time of the integration tests. */
const integrationSeconds = 310;

/** Returns `names` of files in the order of the table: those that use one window, beside each other. */
export function inOrder(names: readonly string[]): string[] {
  return windowsOf(names).flatMap((window) => window.map(([name]) => name));
}

/** Returns those of `names` that are in `share`. */
export function filesIn(share: Share, names: readonly string[]): string[] {
  const seconds = { long: 0, short: integrationSeconds };
  return windowsOf(names)
    .toSorted((one, other) => secondsOf(other) - secondsOf(one))
    .flatMap((window) => {
      const earlier = seconds.long <= seconds.short ? 'long' : 'short';
      seconds[earlier] += secondsOf(window);
      return earlier === share ? window.map(([name]) => name) : [];
    });
}

/** The windows that the files `names` use, with these files alone. */
export function windowsOf(names: readonly string[]): (readonly MeasuredFile[])[] {
  const known = new Set(windows.flat().map(([name]) => name));
  const unknown = names.filter((name) => !known.has(name));
  return [...windows, ...unknown.map((name): MeasuredFile[] => [[name, usualSeconds]])]
    .map((window) => window.filter(([name]) => names.includes(name)))
    .filter((window) => window.length > 0);
}

function secondsOf(window: readonly MeasuredFile[]): number {
  return window.reduce((sum, [, seconds]) => sum + seconds, 0);
}
