import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import {
  editableFields,
  editableValues,
  isBlank,
  labelField,
  type EditableField,
  type LabelChanges,
} from '../../api/labelFields.ts';
import { inSlices } from '../../async/slices.ts';

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
    if (values.some(([, value]) => isBlank(value))) {
      emptied.push(label);
    } else if (values.length > 0) {
      wanted.set(label.id, editableValues(Object.fromEntries(values)));
    }
  }
  return { wanted, emptied };
}

/** How many labels are dealt with at a time: few milliseconds' work. */
const sliceSize = 2000;

/** As `replacementIn`, with turns for other work of this process in between: there may be any number of labels. */
export async function replacementInSlices(
  labels: Iterable<Label>,
  fields: readonly EditableField[],
  replaced: ReadonlyMap<string, string>,
): Promise<LabelReplacement> {
  const wanted = new Map<LabelId, LabelChanges>();
  const emptied: Label[] = [];
  for await (const slice of inSlices(labels, sliceSize)) {
    const some = replacementIn(slice, fields, replaced);
    some.wanted.forEach((changes, id) => wanted.set(id, changes));
    emptied.push(...some.emptied);
  }
  return { wanted, emptied };
}

/** The codes that several of `labels` would have, where one of them gets it anew. Found in slices, too. */
export async function codesInCommon(
  labels: Iterable<Label>,
  wanted: ReadonlyMap<LabelId, LabelChanges>,
): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const anew = new Set<string>();
  for await (const slice of inSlices(labels, sliceSize)) {
    for (const { id, labelCode } of slice) {
      const code = wanted.get(id)?.labelCode;
      const then = code ?? labelCode;
      if (code !== undefined) {
        anew.add(code);
      }
      if (then !== undefined) {
        counts.set(then, (counts.get(then) ?? 0) + 1);
      }
    }
  }
  return Array.from(anew).filter((code) => (counts.get(code) ?? 0) > 1);
}
