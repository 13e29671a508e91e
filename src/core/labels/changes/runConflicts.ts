import type { Label } from '../../api/label.ts';
import {
  hasBecome,
  isSameInNormalForm,
  valueOf,
  type ChangeOrigin,
  type FieldChange,
  type LabelChange,
} from './changeSet.ts';
import type { FieldConflict, SentField } from './labelOutcome.ts';

/** What there is to do about the change of one label. */
export interface LabelDecision {
  /** What is to be sent, from the values that the service has now. */
  readonly send: readonly SentField[];
  readonly conflicts: readonly FieldConflict[];
  /** Fields that would have to be emptied. */
  readonly cannotBeEmptied: readonly FieldChange[];
}

/** What decides about the fields of a label, beside its change. */
export interface DecisionOptions {
  readonly origin: ChangeOrigin;
  /** Conflicts that the person has seen, and wants the change sent over. */
  readonly overruled: readonly FieldConflict[];
  /** What the run has sent of the label before, or may have. */
  readonly sent: readonly SentField[];
}

/**
 * Decides about each field of `change` by what `label` holds now: the value wanted needs nothing, the one
 * that the change was planned from can be changed, and any other is somebody else's.
 */
export function decide(
  { fields }: LabelChange,
  label: Label,
  { origin, overruled, sent }: DecisionOptions,
): LabelDecision {
  const send: SentField[] = [];
  const conflicts: FieldConflict[] = [];
  const cannotBeEmptied: FieldChange[] = [];
  for (const change of fields) {
    const { before, field, wanted } = change;
    const current = valueOf(label, field);
    const isOverruled = overruled.some(
      (conflict) => conflict.field === field && conflict.current === current,
    );
    // What a run has sent is taken back whatever the service has made of it.
    const isAsPlanned =
      current === before || (origin === 'undo' && isSameInNormalForm(current, before));
    // What has arrived is ours whatever the service has made of it.
    const hasArrived = sent.some(
      (each) =>
        each.field === field && isSameInNormalForm(each.after, wanted) && hasBecome(current, each),
    );
    if (current === wanted || hasArrived) {
      continue;
    }
    if (!isAsPlanned && !isOverruled) {
      conflicts.push({ field, before, wanted, current });
    } else if (wanted === undefined) {
      cannotBeEmptied.push(change);
    } else {
      send.push({ field, before: current, after: wanted });
    }
  }
  return { send, conflicts, cannotBeEmptied };
}
