import type { LabelChanges } from '../../api/labelEndpoints.ts';
import type { EditableField } from '../document/labelDocument.ts';

/** The fields of a label that can change, as they are or should be. */
export type LabelValues = {
  readonly [field in keyof LabelChanges]?: LabelChanges[field] | undefined;
};

/** Changes to those of `values` that are there and that `isWanted` chooses; undefined where there are none. */
export function changesTo(
  { labelCode, labelName, labelStatus }: LabelValues,
  isWanted: (field: EditableField) => boolean,
): LabelChanges | undefined {
  const changes: LabelChanges = {
    ...(labelCode !== undefined && isWanted('labelCode') ? { labelCode } : {}),
    ...(labelName !== undefined && isWanted('labelName') ? { labelName } : {}),
    ...(labelStatus !== undefined && isWanted('labelStatus') ? { labelStatus } : {}),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The part of `changes` that `label` does not hold already; undefined where it holds all. */
export function neededChanges(label: LabelValues, changes: LabelChanges): LabelChanges | undefined {
  return changesTo(changes, (field) => changes[field] !== label[field]);
}
