import type { LabelId } from '../../../account/labelAddress.ts';
import type { EditableField } from '../../../api/labelFields.ts';
import type { UndoRedoDirection } from '../../undoRedoDirection.ts';
import { isSameInNormalForm, type FieldChange, type LabelChange } from '../plan/changeSet.ts';
import { openActions, outcomeKinds, type LabelOutcome, type SentField } from './labelOutcome.ts';
import { opposite, RunChain } from './runChain.ts';
import type { RecordedField, RunRecord } from './runRecord.ts';
import type { RunSummary } from './runSummary.ts';

/**
 * Result of an undo or redo for a field. `reversed`: it was sent. `leftAlone`: somebody else had changed it, or
 * it already had the value. `open`: it may still be sent.
 */
type ReversalResult = 'reversed' | 'leftAlone' | 'open';

/** Effect of an undo or redo on a field, with its sequence number. */
interface ReversalEvent {
  readonly direction: UndoRedoDirection;
  readonly sequence: number;
  /** The field as sent by the undo or redo; undefined if it was skipped. */
  readonly sent: RecordedField | undefined;
}

/** State of a field that a run has sent: the remaining action, if any, and the last values sent. */
interface FieldState {
  readonly left: UndoRedoDirection | undefined;
  readonly sent: SentField;
}

/** Runs whose labels can be read. */
export interface RecordedRuns {
  /** Returns a run with its labels; undefined if it is no longer stored. Throws `StorageError`. */
  readonly recordOf: (run: RunSummary) => Promise<RunRecord | undefined>;
}

/** A chain with the labels of its runs. */
export class RecordedChain extends RunChain<RunRecord> {
  /** Reads the labels of `chain`. Returns undefined if a part of it is no longer stored. Throws `StorageError`. */
  static async of(
    { root, reversals }: RunChain,
    runs: RecordedRuns,
  ): Promise<RecordedChain | undefined> {
    const record = await runs.recordOf(root);
    const recorded = await Promise.all(
      reversals.map(async ({ direction, run }) => {
        const reversal = await runs.recordOf(run);
        return reversal === undefined ? undefined : { direction, run: reversal };
      }),
    );
    const stored = recorded.filter((reversal) => reversal !== undefined);
    return record === undefined || stored.length < reversals.length
      ? undefined
      : new RecordedChain(record, stored);
  }

  /** Returns whether changes of any label, or of `label`, can be undone or redone. */
  canUndoRedo(direction: UndoRedoDirection, label?: LabelId): boolean {
    if (label !== undefined) {
      return this.#leftOf(direction, label).length > 0;
    }
    // Called for each run that is shown, which may have 100,000 labels: most runs need no check of their labels.
    return (
      !this.isFullyReversed(direction) &&
      this.root.hasSent((id, sent) => this.#stateOf(id, sent).left === direction)
    );
  }

  /**
   * Returns the changes that undo the run or redo it, with old and new values swapped. Labels changed by
   * somebody else since then are conflicts.
   */
  remaining(
    direction: UndoRedoDirection,
    labels: Iterable<LabelId> = this.root.sent.keys(),
  ): readonly LabelChange[] {
    return Array.from(labels).flatMap((id) => {
      const change = this.root.changes.get(id);
      const fields = this.#leftOf(direction, id).map(({ after, before, field }): FieldChange => ({
        field,
        before: after,
        wanted: before,
      }));
      return change === undefined || fields.length === 0
        ? []
        : [{ id, code: currentCode(fields) ?? change.code, name: change.name, fields }];
    });
  }

  /**
   * Returns the last undo or redo in `direction` if it was interrupted or partly failed, and covers all
   * remaining changes of `labels`.
   */
  openUndoRedo(direction: UndoRedoDirection, labels?: Iterable<LabelId>): RunRecord | undefined {
    const last = this.reversals.findLast((reversal) => reversal.direction === direction)?.run;
    if (last?.isUnfinished !== true) {
      return undefined;
    }
    const isInIt = this.remaining(direction, labels).every(({ fields, id }) =>
      fields.every(({ field }) => resultIn(last, id, field) === 'open'),
    );
    return isInIt ? last : undefined;
  }

  /** Fields of a label that can be undone or redone, with the last values sent. */
  #leftOf(direction: UndoRedoDirection, id: LabelId): readonly SentField[] {
    const fields = this.root.sent.get(id)?.fields ?? [];
    return fields
      .map((sent) => this.#stateOf(id, sent))
      .flatMap(({ left, sent }) => (left === direction ? [sent] : []));
  }

  /**
   * Returns the state of a field after all undos and redos since it was sent. A field that one of them
   * skipped was changed by somebody else, and can be neither undone nor redone.
   */
  #stateOf(id: LabelId, root: RecordedField): FieldState {
    let state: FieldState = { left: 'undo', sent: root };
    for (const { direction, sent } of this.#eventsOf(id, root)) {
      if (sent !== undefined) {
        state = { left: opposite[direction], sent };
      } else if (state.left === direction) {
        state = { ...state, left: undefined };
      }
    }
    return state;
  }

  #eventsOf(id: LabelId, root: RecordedField): readonly ReversalEvent[] {
    const events = this.reversals.flatMap(({ direction, run }): ReversalEvent[] => {
      const result = resultIn(run, id, root.field);
      if (result === undefined || result === 'open') {
        return [];
      }
      const sent = result === 'reversed' ? sentIn(run, id, root.field) : undefined;
      return [{ direction, sent, sequence: sent?.sequence ?? run.sequence }];
    });
    // A retry that was refused after an undo or redo leaves the field as that undo or redo left it.
    const since = isRefused(this.root.outcomeOf(id), root) ? 0 : root.sequence;
    return events
      .filter(({ sequence }) => sequence > since)
      .sort((one, other) => one.sequence - other.sequence);
  }
}

/** Result of the undo or redo `reversal` for a field; undefined if `reversal` does not include the field. */
function resultIn(
  reversal: RunRecord,
  id: LabelId,
  field: EditableField,
): ReversalResult | undefined {
  const isPlanned = reversal.changes.get(id)?.fields.some((each) => each.field === field);
  if (isPlanned !== true) {
    return undefined;
  }
  const outcome = reversal.outcomeOf(id);
  const isFinal = outcome.kind === 'failed' && outcome.isFinal === true;
  if (!isFinal && openActions.some((action) => action === outcomeKinds[outcome.kind].again)) {
    return 'open';
  }
  const isConflict =
    outcome.kind === 'conflict' && outcome.conflicts.some((each) => each.field === field);
  return isConflict || sentIn(reversal, id, field) === undefined ? 'leftAlone' : 'reversed';
}

/** Returns whether the service refused the last value sent for a field, which still has its previous value. */
function isRefused(outcome: LabelOutcome, { before, field }: SentField): boolean {
  return (
    (outcome.kind === 'failed' && outcome.isFinal !== true) ||
    (outcome.kind === 'notKept' &&
      outcome.instead.some(
        (each) => each.field === field && isSameInNormalForm(each.current, before),
      ))
  );
}

function sentIn({ sent }: RunRecord, id: LabelId, field: EditableField): RecordedField | undefined {
  return sent.get(id)?.fields.find((each) => each.field === field);
}

/** Code of a label before an undo or redo changes it, by which the label is found; otherwise undefined. */
function currentCode(fields: readonly FieldChange[]): string | undefined {
  const code = fields.find(({ field }) => field === 'labelCode')?.before;
  return typeof code === 'string' ? code : undefined;
}
