import { setImmediate } from 'node:timers/promises';
import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
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
  let slice = new Map<LabelId, readonly string[]>();
  for (const [id, codes] of labels) {
    slice.set(id, codes);
    if (slice.size === sliceSize) {
      plan.add(planChanges({ labels: slice, wantedFor }, fresh));
      slice = new Map();
      await setImmediate();
    }
  }
  plan.add(planChanges({ labels: slice, wantedFor }, fresh));
  return plan;
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
