import type { JournalLimits } from './journalLimits.ts';
import type { RunFile } from './runFolder.ts';
import type { RunRecord } from './runRecord.ts';

/** A run that is kept. */
export interface KeptRun {
  readonly file: RunFile;
  /** Undefined if the file cannot be read as a run. */
  readonly record: RunRecord | undefined;
}

const millisecondsInDay = 86_400_000;
const bytesInMegabyte = 1_000_000;

/**
 * The runs whose plan is not all there, those that are too old, and the oldest ones of too many. A run is
 * kept or thrown away with its undos, and all that undo these: without them it would look as if it were
 * still to be taken back. Each of the lists begins with the run that the others undo.
 */
export function runsToForget(
  runs: readonly KeptRun[],
  { days, megabytes }: JournalLimits,
  now: number,
): readonly (readonly KeptRun[])[] {
  const oldest = now - days * millisecondsInDay;
  // A clock may have been set back since: the times do not tell which is the last.
  const newestFirst = chainsOf(runs).toSorted(
    (one, other) => lastSequence(other) - lastSequence(one) || changedAt(other) - changedAt(one),
  );
  let bytes = 0;
  const tooMany = newestFirst.filter((chain, index) => {
    const size = chain.reduce((sum, { file }) => sum + file.size, 0);
    bytes += size;
    // The last run is kept whatever its size: somebody may want to undo it. One that is just begun has none.
    const isTooMuch = index > 0 && size > 0 && bytes > megabytes * bytesInMegabyte;
    return isTooMuch || changedAt(chain) < oldest;
  });
  const unplanned = runs.filter(({ record }) => record?.isPlanned === false);
  return [...unplanned.map((run) => [run]), ...tooMany];
}

/** The one under which something of `chain` was begun or taken up last; 0 if no file can be read as a run. */
function lastSequence(chain: readonly KeptRun[]): number {
  return Math.max(...chain.map(({ record }) => record?.lastSequence ?? 0));
}

function changedAt(chain: readonly KeptRun[]): number {
  return Math.max(...chain.map(({ file }) => file.changedAt));
}

/** The runs with what undoes them, in the order in which they were begun. */
function chainsOf(runs: readonly KeptRun[]): readonly (readonly KeptRun[])[] {
  const inOrder = runs.toSorted(
    (one, other) => (one.record?.sequence ?? 0) - (other.record?.sequence ?? 0),
  );
  const chains: KeptRun[][] = [];
  const chainOf = new Map<string, KeptRun[]>();
  for (const run of inOrder) {
    const header = run.record?.header;
    const undone = header?.undoes === undefined ? undefined : chainOf.get(header.undoes);
    const chain = undone ?? [];
    if (undone === undefined) {
      chains.push(chain);
    }
    chain.push(run);
    if (header !== undefined) {
      chainOf.set(header.id, chain);
    }
  }
  return chains;
}
