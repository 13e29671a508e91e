import type { LabelId } from '../../src/core/account/labelAddress.ts';
import type { Label } from '../../src/core/api/label.ts';
import type { LabelChanges } from '../../src/core/api/labelFields.ts';
import {
  planChanges,
  type ChangePlan,
  type WantedChanges,
} from '../../src/core/labels/changes/plan/changeSet.ts';

/** The wish that each label gets its `values`, where no code is known. */
export function wantedOf(values: ReadonlyMap<LabelId, LabelChanges>): WantedChanges {
  return {
    labels: new Map(Array.from(values.keys(), (id) => [id, []])),
    wantedFor: ({ id }) => values.get(id) ?? {},
  };
}

/** Plans `wanted` for a service that has shown all its `labels`. */
export function planAmong(wanted: WantedChanges, labels: readonly Label[]): ChangePlan {
  return planChanges(wanted, {
    found: new Map(labels.map((label) => [label.id, label])),
    gone: new Set(wanted.labels.keys()),
  });
}
