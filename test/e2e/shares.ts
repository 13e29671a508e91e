/**
 * A share of the files with tests. `npm test` runs both at the same time: the short one, and after it the
 * integration tests, take as long as the long one.
 */
export const shares = ['long', 'short'] as const;

export type Share = (typeof shares)[number];

/** A file, and the seconds that it takes in `npm test`, beside the other share. */
type MeasuredFile = readonly [name: string, seconds: number];

/**
 * Files that use one window, in an order in which each leaves the window fit for the next; most have one of
 * their own. A file that is in no row has one of its own too, and takes as long as most.
 */
const windows: readonly (readonly MeasuredFile[])[] = [
  [
    ['accounts', 45],
    ['accountCommands', 24],
  ],
  [
    ['labelChanges', 114],
    ['labelTable', 180],
    ['labelTableSaving', 227],
    // Leaves another account signed in.
    ['labelTools', 50],
  ],
  [
    ['labelRows', 60],
    ['labelFormEditing', 159],
    ['labelFormTyping', 44],
    ['labelFormAppearance', 46],
  ],
  [['changesReloaded', 73]],
  [['changesView', 145]],
  [['displayLanguages', 133]],
  [['editorPlaces', 101]],
  [['extensionUpdated', 72]],
  [['hostileTexts', 91]],
  [['keyboard', 40]],
  [['labelFormSaving', 165]],
  [['mainJob', 57]],
  [['oneAfterAnother', 79]],
  [['ownSandbox', 96]],
  [['scale', 74]],
  [['sessions', 100]],
  [['signIn', 94]],
  [['testAndProduction', 99]],
  [['twoWindows', 112]],
  // Nothing but in `npm run test:soak`.
  [['changesKilled', 0]],
  [['labelFormRandom', 0]],
];
const usualSeconds = 80;

/** Seconds of the integration tests, which come after the short share. */
const integrationSeconds = 1030;

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
