import * as z from 'zod/mini';
import { placesIn } from './runChain.ts';
import type { RunFile } from './runFile.ts';
import type { RunRecord } from './runRecord.ts';

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
  readonly file: RunFile;
  /** The run; undefined if the file is unreadable. */
  readonly record: RunRecord | undefined;
}

const millisecondsInDay = 86_400_000;
const bytesInMegabyte = 1_000_000;

/**
 * Returns the runs to delete: those with an incomplete plan, those that are too old, and the oldest above the
 * size limit. A run is deleted together with its undos and redos; otherwise it would look as if it could still
 * be undone. Each list begins with the run that the others undo or redo.
 */
export function runsToForget(
  runs: readonly KeptRun[],
  { days, megabytes }: JournalLimits,
  now: number,
): readonly (readonly KeptRun[])[] {
  const oldest = now - days * millisecondsInDay;
  // A clock may have been set back since: the times do not tell which is the last.
  const newestFirst = groupsOf(runs).toSorted(
    (one, other) => lastSequence(other) - lastSequence(one) || changedAt(other) - changedAt(one),
  );
  let bytes = 0;
  const tooMany = newestFirst.filter((group, index) => {
    const size = group.reduce((sum, { file }) => sum + file.size, 0);
    bytes += size;
    // The last run is kept whatever its size: somebody may want to undo it. One that is just begun has none.
    const isTooMuch = index > 0 && size > 0 && bytes > megabytes * bytesInMegabyte;
    return isTooMuch || changedAt(group) < oldest;
  });
  const unplanned = runs.filter(({ record }) => record?.isPlanned === false);
  return [...unplanned.map((run) => [run]), ...tooMany];
}

/** Returns the sequence number of the last run begun or resumed in `group`; 0 if no file is readable. */
function lastSequence(group: readonly KeptRun[]): number {
  return Math.max(...group.map(({ record }) => record?.lastSequence ?? 0));
}

function changedAt(group: readonly KeptRun[]): number {
  return Math.max(...group.map(({ file }) => file.changedAt));
}

/** Groups the runs with their undos and redos, in chronological order. */
function groupsOf(runs: readonly KeptRun[]): readonly (readonly KeptRun[])[] {
  const inOrder = runs.toSorted(
    (one, other) => (one.record?.sequence ?? 0) - (other.record?.sequence ?? 0),
  );
  const places = placesIn(inOrder.flatMap(({ record }) => record?.header ?? []));
  const groups = Map.groupBy(inOrder, ({ file, record }) =>
    record === undefined ? file.path : places.get(record.header.id)?.root,
  );
  return Array.from(groups.values());
}
