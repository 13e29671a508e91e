import type { Label } from '../../../api/label.ts';
import type { FieldConflict, SentField } from '../journal/labelOutcome.ts';
import {
  isStoredAs,
  isSameInNormalForm,
  isUndoOrRedo,
  valueOf,
  type ChangeOrigin,
  type FieldChange,
  type LabelChange,
} from '../plan/changeSet.ts';

/** Decision about the change to one label. */
export interface LabelDecision {
  /** Fields to send, with their current values. */
  readonly send: readonly SentField[];
  readonly conflicts: readonly FieldConflict[];
  /** Fields that would be emptied. */
  readonly cannotBeEmptied: readonly FieldChange[];
}

/** Context of a decision, in addition to the change. */
export interface DecisionOptions {
  readonly origin: ChangeOrigin;
  /** Conflicts that the user has seen and wants to overwrite. */
  readonly conflictsToOverwrite: readonly FieldConflict[];
  /** Fields that the run has sent before, or may have. */
  readonly sent: readonly SentField[];
}

/**
 * Decides about each field of `change` by its current value in `label`: a field with the wanted value needs
 * nothing, one with the value that its change was planned from is sent, and any other is a conflict.
 */
export function decide(
  { fields }: LabelChange,
  label: Label,
  { origin, conflictsToOverwrite, sent }: DecisionOptions,
): LabelDecision {
  const send: SentField[] = [];
  const conflicts: FieldConflict[] = [];
  const cannotBeEmptied: FieldChange[] = [];
  for (const change of fields) {
    const { before, field, wanted } = change;
    const current = valueOf(label, field);
    const mayOverwrite = conflictsToOverwrite.some(
      (conflict) => conflict.field === field && conflict.current === current,
    );
    // Sent values can be undone in any form in which the service stored them.
    const isAsPlanned =
      current === before || (isUndoOrRedo(origin) && isSameInNormalForm(current, before));
    // A sent value counts as applied in any form in which the service stored it.
    const isApplied = sent.some(
      (each) =>
        each.field === field && isSameInNormalForm(each.after, wanted) && isStoredAs(current, each),
    );
    if (current === wanted || isApplied) {
      continue;
    }
    if (!isAsPlanned && !mayOverwrite) {
      conflicts.push({ field, before, wanted, current });
    } else if (wanted === undefined) {
      cannotBeEmptied.push(change);
    } else {
      send.push({ field, before: current, after: wanted });
    }
  }
  return { send, conflicts, cannotBeEmptied };
}
