import * as z from 'zod/mini';
import { placesIn } from './runChain.ts';
import type { RunFileInfo } from './runFile.ts';
import type { RunSummary } from './runSummary.ts';

/** Limits of the journal. */
export interface JournalLimits {
  readonly days: number;
  readonly megabytes: number;
}

/** Bounds of the settings, and their defaults. */
const bounds = {
  days: { largest: 3650, byDefault: 90 },
  megabytes: { largest: 1000, byDefault: 50 },
} as const satisfies Readonly<Record<keyof JournalLimits, object>>;

/**
 * Parses the settings. A value above the maximum counts as the maximum, not as the default, which might delete
 * more than the user wants.
 */
export function readJournalLimits(
  settings: Readonly<Record<keyof JournalLimits, unknown>>,
): JournalLimits {
  return { days: limitOf('days', settings), megabytes: limitOf('megabytes', settings) };
}

function limitOf(
  name: keyof JournalLimits,
  settings: Readonly<Record<keyof JournalLimits, unknown>>,
): number {
  const { byDefault, largest } = bounds[name];
  return Math.min(z.catch(z.number().check(z.gte(1)), byDefault).parse(settings[name]), largest);
}

/** A stored run. */
export interface KeptRun {
  readonly file: RunFileInfo;
  /** Undefined if the file contains no run, or is unreadable. */
  readonly run: RunSummary | undefined;
  /** Greatest sequence number in the file; 0 if none could be read. */
  readonly sequence: number;
  /**
   * True if the file was read and either contains a complete plan or has no damaged line. Only such files may
   * be deleted.
   */
  readonly isUnderstood: boolean;
}

/** A run, followed by its undos and redos. */
export type KeptGroup = readonly [KeptRun, ...KeptRun[]];

/**
 * Runs to delete, each with its undos and redos: if only an undo were deleted, undo would be offered again for
 * its run.
 */
export interface RunsToForget {
  /** Runs with an incomplete plan, which have sent nothing. */
  readonly unplanned: readonly KeptGroup[];
  /** Oldest runs, above the size limit. */
  readonly tooMany: readonly KeptGroup[];
  /** Runs above the age limit, if the clock is right. */
  readonly tooOld: readonly KeptGroup[];
}

const millisecondsInDay = 86_400_000;
const bytesInMegabyte = 1_000_000;

/**
 * Returns the runs to delete. The newest run stays, as the user may want to undo it, unless its plan is
 * incomplete. Runs that have not ended, or have labels left to send, are never too old.
 */
export function runsToForget(
  runs: readonly KeptRun[],
  { days, megabytes }: JournalLimits,
  now: number,
): RunsToForget {
  const oldest = now - days * millisecondsInDay;
  // Sort by sequence number first: a clock may have been set back.
  const [newest, ...others] = groupsOf(runs).toSorted(
    (one, other) => lastSequence(other) - lastSequence(one) || changedAt(other) - changedAt(one),
  );
  let bytes = newest === undefined ? 0 : sizeOf(newest);
  const tooMany = new Set(
    others.filter((group) => {
      const size = sizeOf(group);
      bytes += size;
      // The file of a run that has just begun is empty.
      return size > 0 && bytes > megabytes * bytesInMegabyte && group.every(isUnderstood);
    }),
  );
  return {
    unplanned: runs
      .filter((kept) => kept.run?.isPlanned === false && kept.isUnderstood)
      .map((kept) => [kept]),
    tooMany: Array.from(tooMany),
    tooOld: others.filter(
      (group) =>
        !tooMany.has(group) &&
        changedAt(group) < oldest &&
        group.every(isUnderstood) &&
        !group.some(isUnfinished),
    ),
  };
}

function isUnderstood(kept: KeptRun): boolean {
  return kept.isUnderstood;
}

/** Returns whether a run has not ended, or has labels left to send. */
function isUnfinished({ run }: KeptRun): boolean {
  return run !== undefined && (run.owner !== undefined || run.isUnfinished);
}

function sizeOf(group: readonly KeptRun[]): number {
  return group.reduce((sum, { file }) => sum + file.size, 0);
}

/** Returns the sequence number of the last run begun or resumed in `group`; 0 if no file is readable. */
function lastSequence(group: readonly KeptRun[]): number {
  return Math.max(...group.map(({ sequence }) => sequence));
}

function changedAt(group: readonly KeptRun[]): number {
  return Math.max(...group.map(({ file }) => file.changedAt));
}

/** Groups the runs with their undos and redos, in chronological order. */
function groupsOf(runs: readonly KeptRun[]): readonly KeptGroup[] {
  const inOrder = runs.toSorted(
    (one, other) => (one.run?.sequence ?? 0) - (other.run?.sequence ?? 0),
  );
  const places = placesIn(inOrder.flatMap(({ run }) => run?.header ?? []));
  const groups = Map.groupBy(inOrder, ({ file, run }) =>
    run === undefined ? file.path : places.get(run.header.id)?.root,
  );
  return Array.from(groups.values()).flatMap(([root, ...reversals]): KeptGroup[] =>
    root === undefined ? [] : [[root, ...reversals]],
  );
}
