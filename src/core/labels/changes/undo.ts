import type { LabelId } from '../../account/labelAddress.ts';
import type { EditableField } from '../../api/labelFields.ts';
import type { LabelChange } from './changeSet.ts';
import { outcomeKinds } from './labelOutcome.ts';
import { undoOf, type RecordedField, type RunRecord } from './runRecord.ts';

/** A run, what undoes it, and what undoes that. */
interface UndoneRun {
  readonly run: RunRecord;
  readonly undos: readonly UndoneRun[];
}

function withUndos(run: RunRecord, runs: readonly RunRecord[]): UndoneRun {
  const undos = runs.filter(({ header }) => header.undoes === run.header.id);
  return { run, undos: undos.map((undo) => withUndos(undo, runs)) };
}

/**
 * What an undo has made of a field that was sent. `leftAlone`: it was somebody else's by then, or was as
 * wanted already.
 */
type UndoResult = 'takenBack' | 'leftAlone' | 'open';

/** Undefined if the field of the label `id` was not sent yet when the undo was planned. */
function resultIn(
  undo: RunRecord,
  id: LabelId,
  { field, sequence }: RecordedField,
): UndoResult | undefined {
  const isPlanned = undo.changes.get(id)?.fields.some((each) => each.field === field);
  if (isPlanned !== true || undo.sequence <= sequence) {
    return undefined;
  }
  const outcome = undo.outcomeOf(id);
  const isFinal = outcome.kind === 'failed' && outcome.isFinal === true;
  if (!isFinal && outcomeKinds[outcome.kind].again !== 'never') {
    return 'open';
  }
  const isConflict =
    outcome.kind === 'conflict' && outcome.conflicts.some((each) => each.field === field);
  return isConflict || sentIn(undo, id, field) === undefined ? 'leftAlone' : 'takenBack';
}

function sentIn({ sent }: RunRecord, id: LabelId, field: EditableField): RecordedField | undefined {
  return sent.get(id)?.fields.find((each) => each.field === field);
}

/** As `resultIn`; undefined, too, where what was taken back is there again, as that was undone. */
function standingIn(
  { run, undos }: UndoneRun,
  id: LabelId,
  sent: RecordedField,
): UndoResult | undefined {
  const own = sentIn(run, id, sent.field);
  const isUndone = own !== undefined && undos.some((undo) => isInPlace(undo, id, own));
  return isUndone ? undefined : resultIn(run, id, sent);
}

/** Whether an undo has taken back what was sent, and nothing has been made of that since. */
function isInPlace(undo: UndoneRun, id: LabelId, sent: RecordedField): boolean {
  const own = sentIn(undo.run, id, sent.field);
  const isTakenBack = resultIn(undo.run, id, sent) === 'takenBack';
  return own !== undefined && isTakenBack && !isDealtWith(undo, id, own);
}

/** Whether nothing is to be done any more about a field of the label `id` that a run has sent. */
function isDealtWith({ undos }: UndoneRun, id: LabelId, sent: RecordedField): boolean {
  return undos.some((undo) => {
    const result = standingIn(undo, id, sent);
    // Where nothing was sent at all, somebody may have made way for it since.
    return result === 'takenBack' || (result === 'leftAlone' && undo.run.sent.size > 0);
  });
}

/** Whether something of `run` is left to be taken back: it may have sent more since it was undone. */
export function canUndo(run: RunRecord, runs: readonly RunRecord[]): boolean {
  const undone = withUndos(run, runs);
  // Asked for each run that is shown, and there may be 100,000 labels: most runs need no look at them.
  return !isAllTakenBack(undone) && run.hasSent((id, sent) => !isDealtWith(undone, id, sent));
}

/** Whether an undo has come to its end that began after all was sent, with all that was left, and still stands. */
function isAllTakenBack({ run, undos }: UndoneRun): boolean {
  const last = undos.findLast((undo) => undo.run.sent.size > 0)?.run;
  if (last === undefined || isOpen(last) || last.sequence <= run.lastSentIn) {
    return false;
  }
  return undos
    .flatMap((undo) => undo.undos)
    .every(
      (again) =>
        again.run.sent.size === 0 || again.run.lastSentIn < last.sequence || isAllTakenBack(again),
    );
}

/** What is left of `run` to be taken back: what no undo has dealt with, or one that was itself undone. */
export function leftToUndo(run: RunRecord, runs: readonly RunRecord[]): readonly LabelChange[] {
  const undone = withUndos(run, runs);
  return undoOf(run, (id, sent) => !isDealtWith(undone, id, sent));
}

/**
 * The undo of `run` that was broken off, or in which something has failed, if all that is left of `run` is
 * in it.
 */
export function openUndoOf(run: RunRecord, runs: readonly RunRecord[]): RunRecord | undefined {
  const undone = withUndos(run, runs);
  const last = undone.undos.at(-1);
  if (last === undefined || !isOpen(last.run)) {
    return undefined;
  }
  const isBesideIt = run.hasSent(
    (id, sent) => !isDealtWith(undone, id, sent) && standingIn(last, id, sent) === undefined,
  );
  return isBesideIt ? undefined : last.run;
}

/**
 * The run to undo when nothing else is said: what is left of the one that has sent something last, before
 * its undo is undone.
 */
export function lastUndoable(runs: readonly RunRecord[]): RunRecord | undefined {
  const lastFirst = runs.toSorted((one, other) => other.lastSentIn - one.lastSentIn);
  for (const run of lastFirst) {
    const undone = runs.find(({ header }) => header.id === run.header.undoes);
    if (undone !== undefined && isOpen(run) && canUndo(undone, runs)) {
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
