import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import {
  editableFields,
  editableValues,
  labelField,
  type EditableField,
  type LabelChanges,
} from '../../api/labelFields.ts';

/** The fields that hold text: those in which something can be replaced. */
export const textFields: readonly EditableField[] = editableFields.filter(
  (field) => labelField(field).kind === 'text',
);

/** What replacing in labels comes to. */
export interface LabelReplacement {
  /** The labels that change, with their new values. */
  readonly wanted: ReadonlyMap<LabelId, LabelChanges>;
  /** The labels of which a field would be left without any text, which the service cannot do. */
  readonly emptied: readonly Label[];
}

/** The texts of `fields` in `labels`. */
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

/** What labels are to become, where `replaced` says what becomes of each text that changes. */
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
    if (values.some(([, value]) => value.trim() === '')) {
      emptied.push(label);
    } else if (values.length > 0) {
      wanted.set(label.id, editableValues(Object.fromEntries(values)));
    }
  }
  return { wanted, emptied };
}

/** The codes that several of `labels` would have, where one of them gets it anew. */
export function codesInCommon(
  labels: Iterable<Label>,
  wanted: ReadonlyMap<LabelId, LabelChanges>,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { id, labelCode } of labels) {
    const code = wanted.get(id)?.labelCode ?? labelCode;
    if (code !== undefined) {
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  const anew = new Set(Array.from(wanted.values()).flatMap(({ labelCode }) => labelCode ?? []));
  return Array.from(anew).filter((code) => (counts.get(code) ?? 0) > 1);
}
