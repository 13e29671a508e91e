import type { Label } from '../../api/label.ts';
import type { LabelUpdate } from './bulkUpdate.ts';

/** What it takes to give labels a status. */
export interface StatusPlan {
  readonly updates: readonly LabelUpdate[];
  /** How many have the status already. */
  readonly unchanged: number;
  /** How many the service no longer has. */
  readonly missing: number;
}

/** What gives the labels `chosen` a status, where `current` are all that the service has now of them. */
export function planStatus(
  chosen: readonly Label[],
  labelStatus: number,
  current: ReadonlyMap<string, Label>,
): StatusPlan {
  const present = chosen.flatMap(({ id }) => current.get(id) ?? []);
  const updates = present.flatMap((label) =>
    label.labelStatus === labelStatus ? [] : [{ label, changes: { labelStatus } }],
  );
  return {
    updates,
    unchanged: present.length - updates.length,
    missing: chosen.length - present.length,
  };
}
