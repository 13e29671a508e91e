import type { LabelId } from '../../../account/labelAddress.ts';
import { inSlices } from '../../../async/slices.ts';
import type { ChangePlan, LabelChange } from './changeSet.ts';

/** Difference of two plans for the same labels. */
export interface PlanDifference {
  /** Changes of the later plan that the earlier one lacks, or has with other values. */
  readonly changed: readonly LabelChange[];
  /** Changes of the earlier plan whose labels the later one does not change. */
  readonly dropped: readonly LabelChange[];
}

/** Compares the changes of two plans, in slices. */
export async function comparePlans(
  earlier: Pick<ChangePlan, 'changes'>,
  later: Pick<ChangePlan, 'changes'>,
): Promise<PlanDifference> {
  const before = new Map<LabelId, LabelChange>();
  for await (const slice of inSlices(earlier.changes)) {
    for (const change of slice) {
      before.set(change.id, change);
    }
  }
  const changed: LabelChange[] = [];
  for await (const slice of inSlices(later.changes)) {
    for (const change of slice) {
      if (JSON.stringify(before.get(change.id)) !== JSON.stringify(change)) {
        changed.push(change);
      }
      before.delete(change.id);
    }
  }
  return { changed, dropped: Array.from(before.values()) };
}
