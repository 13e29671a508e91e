import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { inSlices } from '../../async/slices.ts';
import { planChanges, type ChangePlan, type LabelChange, type WantedChanges } from './changeSet.ts';
import type { FreshLabels } from './freshLabels.ts';

/** How many labels are planned at a time: few milliseconds' work. */
const sliceSize = 2000;

/** As `planChanges`, with turns for other work of this process in between: an import may be about any number. */
export async function planInSlices(
  { labels, wantedFor }: WantedChanges,
  fresh: Pick<FreshLabels, 'found' | 'gone'>,
): Promise<ChangePlan> {
  const plan = new GrowingPlan();
  for await (const slice of inSlices(labels, sliceSize)) {
    plan.add(planChanges({ labels: new Map(slice), wantedFor }, fresh));
  }
  return plan;
}

/**
 * The changes of the labels that change otherwise in `anew` than in `shown`, or in only one of them. Found
 * in slices, too.
 */
export async function changedSince(
  shown: ChangePlan,
  anew: ChangePlan,
): Promise<readonly LabelChange[]> {
  const before = new Map<LabelId, LabelChange>();
  for await (const slice of inSlices(shown.changes, sliceSize)) {
    for (const change of slice) {
      before.set(change.id, change);
    }
  }
  const different: LabelChange[] = [];
  for await (const slice of inSlices(anew.changes, sliceSize)) {
    for (const change of slice) {
      if (JSON.stringify(before.get(change.id)) !== JSON.stringify(change)) {
        different.push(change);
      }
      before.delete(change.id);
    }
  }
  for await (const slice of inSlices(before.values(), sliceSize)) {
    different.push(...slice);
  }
  return different;
}

class GrowingPlan implements ChangePlan {
  readonly changes: LabelChange[] = [];
  readonly labels = new Map<LabelId, Label>();
  readonly gone: LabelId[] = [];
  readonly unknown: LabelId[] = [];
  unchanged = 0;

  /** A slice is short enough to be spread. */
  add({ changes, gone, labels, unchanged, unknown }: ChangePlan): void {
    this.changes.push(...changes);
    this.gone.push(...gone);
    this.unknown.push(...unknown);
    this.unchanged += unchanged;
    for (const [id, label] of labels) {
      this.labels.set(id, label);
    }
  }
}
