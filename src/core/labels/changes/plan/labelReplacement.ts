import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import {
  editableFields,
  editableValues,
  isBlank,
  labelField,
  type EditableField,
  type LabelChanges,
} from '../../../api/labelFields.ts';
import { inSlices } from '../../../async/slices.ts';

/** Text fields that support replacing. */
export const textFields: readonly EditableField[] = editableFields.filter(
  (field) => labelField(field).kind === 'text',
);

/** Result of replacing text in labels. */
export interface LabelReplacement {
  /** Labels that change, with their new values. */
  readonly wanted: ReadonlyMap<LabelId, LabelChanges>;
  /** Labels with a field that would become empty, which the service does not support. */
  readonly emptied: readonly Label[];
}

/** Texts of `fields` in `labels`. */
export function* textsIn(
  labels: Iterable<Label>,
  fields: readonly EditableField[],
): Generator<string, void, undefined> {
  for (const label of labels) {
    for (const field of fields) {
      const value = label[field];
      if (typeof value === 'string') {
        yield value;
      }
    }
  }
}

/** Returns the changes of labels with texts in `replaced`, which maps old texts to new ones. */
export function replacementIn(
  labels: Iterable<Label>,
  fields: readonly EditableField[],
  replaced: ReadonlyMap<string, string>,
): LabelReplacement {
  const wanted = new Map<LabelId, LabelChanges>();
  const emptied: Label[] = [];
  for (const label of labels) {
    const values = fields.flatMap((field): [EditableField, string][] => {
      const value = label[field];
      const result = typeof value === 'string' ? replaced.get(value) : undefined;
      return result === undefined ? [] : [[field, result]];
    });
    if (values.some(([, value]) => isBlank(value))) {
      emptied.push(label);
    } else if (values.length > 0) {
      wanted.set(label.id, editableValues(Object.fromEntries(values)));
    }
  }
  return { wanted, emptied };
}

/** Like `replacementIn`, but yields to other work between slices, as there may be any number of labels. */
export async function replacementInSlices(
  labels: Iterable<Label>,
  fields: readonly EditableField[],
  replaced: ReadonlyMap<string, string>,
): Promise<LabelReplacement> {
  const wanted = new Map<LabelId, LabelChanges>();
  const emptied: Label[] = [];
  for await (const slice of inSlices(labels)) {
    const some = replacementIn(slice, fields, replaced);
    some.wanted.forEach((changes, id) => wanted.set(id, changes));
    emptied.push(...some.emptied);
  }
  return { wanted, emptied };
}
