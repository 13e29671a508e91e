import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import { inSlices } from '../../../async/slices.ts';
import type { FreshLabels, LabelsToRead } from '../../reading/freshLabels.ts';
import type { UndoRedoDirection } from '../../undoRedoDirection.ts';
import { codesOfChange, type ChangePlan, type LabelChange } from '../plan/changeSet.ts';
import { decide } from './runConflicts.ts';

/** Effect of an undo or a redo on the current labels. */
export interface UndoRedoPlan extends ChangePlan {
  /** Number of labels skipped because somebody has changed them since. */
  readonly changedSince: number;
  /** Number of labels skipped because their fields were empty before and cannot be emptied. */
  readonly cannotBeEmptied: number;
}

/** Returns the labels of `changes`, with the codes by which they are found. */
export function labelsToUndoRedo(changes: readonly LabelChange[]): LabelsToRead {
  return new Map(changes.map((change) => [change.id, codesOfChange(change)]));
}

/**
 * Plans the changes of an undo or redo against the current state of their labels in the service. Works in
 * slices.
 */
export async function planUndoRedo(
  changes: readonly LabelChange[],
  origin: UndoRedoDirection,
  { found, gone }: Pick<FreshLabels, 'found' | 'gone'>,
): Promise<UndoRedoPlan> {
  const sent: LabelChange[] = [];
  const labels = new Map<LabelId, Label>();
  const missing: LabelId[] = [];
  const stay = { unchanged: 0, changedSince: 0, cannotBeEmptied: 0 };
  for await (const slice of inSlices(changes)) {
    for (const change of slice) {
      const label = found.get(change.id);
      if (label === undefined) {
        missing.push(change.id);
        continue;
      }
      const { cannotBeEmptied, conflicts, send } = decide(change, label, {
        origin,
        conflictsToOverwrite: [],
        sent: [],
      });
      if (send.length > 0) {
        const fields = send.map(({ after: wanted, before, field }) => ({ field, before, wanted }));
        sent.push({ ...change, name: label.labelName ?? change.name, fields });
        labels.set(label.id, label);
      } else if (conflicts.length > 0) {
        stay.changedSince++;
      } else if (cannotBeEmptied.length > 0) {
        stay.cannotBeEmptied++;
      } else {
        stay.unchanged++;
      }
    }
  }
  return {
    changes: sent,
    labels,
    ...stay,
    gone: missing.filter((id) => gone.has(id)),
    unknown: missing.filter((id) => !gone.has(id)),
  };
}
