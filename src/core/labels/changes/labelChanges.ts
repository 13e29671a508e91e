import {
  editableValues,
  type EditableField,
  type LabelChanges,
  type LabelValues,
} from '../../api/labelFields.ts';

/** Changes to those of `values` that are there and that `isWanted` chooses; undefined if there are none. */
export function changesTo(
  values: LabelValues,
  isWanted: (field: EditableField) => boolean,
): LabelChanges | undefined {
  const changes = editableValues(values, isWanted);
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The part of `changes` that `label` does not hold already; undefined if it holds all. */
export function neededChanges(label: LabelValues, changes: LabelChanges): LabelChanges | undefined {
  return changesTo(changes, (field) => changes[field] !== label[field]);
}
