import type { LabelChange } from './changeSet.ts';
import { undoOf, type RunRecord } from './runRecord.ts';

/** The last undo of `run`, of those in `runs`. */
function lastUndoOf(run: RunRecord, runs: readonly RunRecord[]): RunRecord | undefined {
  return runs.findLast(({ header }) => header.undoes === run.header.id);
}

/**
 * The sequence number of the undo that has taken back all that `run` had sent until then, and was not undone
 * itself; undefined if there is none.
 */
function takenBackIn(run: RunRecord, runs: readonly RunRecord[]): number | undefined {
  const undo = lastUndoOf(run, runs);
  return undo !== undefined && !isOpen(undo) && canUndo(undo, runs) ? undo.sequence : undefined;
}

/** Whether something of `run` is left to be taken back: it may have sent more since it was undone. */
export function canUndo(run: RunRecord, runs: readonly RunRecord[]): boolean {
  const since = takenBackIn(run, runs);
  return run.sent.size > 0 && (since === undefined || run.lastSentIn >= since);
}

/** What is left of `run` to be taken back: all of it if its undo was itself undone. */
export function leftToUndo(run: RunRecord, runs: readonly RunRecord[]): readonly LabelChange[] {
  return undoOf(run, takenBackIn(run, runs));
}

/** The undo of `run` that was broken off, or in which something has failed. */
export function openUndoOf(run: RunRecord, runs: readonly RunRecord[]): RunRecord | undefined {
  const undo = lastUndoOf(run, runs);
  return undo !== undefined && isOpen(undo) ? undo : undefined;
}

/**
 * The run to undo when nothing else is said: what is left of the one that has sent something last, before
 * its undo is undone.
 */
export function lastUndoable(runs: readonly RunRecord[]): RunRecord | undefined {
  const lastFirst = runs.toSorted((one, other) => other.lastSentIn - one.lastSentIn);
  for (const run of lastFirst) {
    const undone = runs.find(({ header }) => header.id === run.header.undoes);
    if (undone !== undefined && isOpen(run)) {
      return undone;
    }
    if (canUndo(run, runs)) {
      return run;
    }
  }
  return undefined;
}

function isOpen(run: RunRecord): boolean {
  return run.isOpen('retry', 'goOn');
}
