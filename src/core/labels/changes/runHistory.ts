import type { RunRecord } from './runRecord.ts';

/** The last undo of `run`, of those in `runs`. */
function lastUndoOf(run: RunRecord, runs: readonly RunRecord[]): RunRecord | undefined {
  return runs.findLast(({ header }) => header.undoes === run.header.id);
}

/** Whether something of `run` is left to be taken back: all of it if its undo was itself undone. */
export function canUndo(run: RunRecord, runs: readonly RunRecord[]): boolean {
  if (run.sent.size === 0) {
    return false;
  }
  const undo = lastUndoOf(run, runs);
  return undo === undefined || isOpen(undo) || !canUndo(undo, runs);
}

/** The undo of `run` that was broken off, or in which something has failed. */
export function openUndoOf(run: RunRecord, runs: readonly RunRecord[]): RunRecord | undefined {
  const undo = lastUndoOf(run, runs);
  return undo !== undefined && isOpen(undo) ? undo : undefined;
}

/** The run to undo when nothing else is said: what is left of the last one, before its undo is undone. */
export function lastUndoable(runs: readonly RunRecord[]): RunRecord | undefined {
  for (const run of runs.toReversed()) {
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
