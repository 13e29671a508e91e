import * as z from 'zod/mini';
import { isLabelId, type LabelId } from '../account/labelAddress.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { brandedText } from '../text/brandedText.ts';
import {
  editableFields,
  readValues,
  valueSchema,
  type LabelChanges,
  type LabelValues,
} from './labelFields.ts';

const labelSchema = z.looseObject({
  id: brandedText(isLabelId),
  ...Object.fromEntries(editableFields.map((field) => [field, z.nullish(valueSchema(field))])),
});

/** Everything that the service sent about one label, in its order, whatever it holds. */
export type LabelRecord = Readonly<Record<string, unknown>>;

function isLabelRecord(value: unknown): value is LabelRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A label record (docs/interface.md, section 2.4). */
export interface Label extends LabelValues {
  readonly id: LabelId;
  readonly record: LabelRecord;
}

/** A record that cannot be read as a label. */
export interface UnreadableLabel {
  /** The record's fields, if it is an object. */
  readonly record: unknown;
  /** Which fields are wrong: names only. */
  readonly reason: string;
}

/** A record of a list: a label, or what the service sent instead of one. */
export type LabelOrUnreadable =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableLabel };

/**
 * A label that is its own entry in a list, and an instance of a class, whose fields need no room to grow: so
 * each of 100,000 takes a seventh less memory. `readValues` adds its values. A copy by `...` is a label and no entry.
 */
class ListedLabel implements Label {
  readonly id: LabelId;
  readonly record: LabelRecord;

  constructor(id: LabelId, record: LabelRecord) {
    this.id = id;
    this.record = record;
  }

  get kind(): 'label' {
    return 'label';
  }

  get label(): Label {
    return this;
  }
}

/** The label as it is once `changes` have arrived. */
export function changedLabel(label: Label, changes: LabelChanges): Label {
  return { ...label, ...changes, record: { ...label.record, ...changes } };
}

/** Reads one record of a list. Never throws, so that one bad record does not hide the others. */
export function readLabel(record: unknown): LabelOrUnreadable {
  if (isLabelRecord(record)) {
    const { id } = record;
    if (typeof id === 'string' && isLabelId(id)) {
      const label = new ListedLabel(id, record);
      if (readValues(label, record)) {
        return label;
      }
    }
  }
  // The schema takes and refuses the same, and says why; for the others it would take half of the time of a page.
  const { error } = labelSchema.safeParse(record);
  const reason = error === undefined ? '' : unmatchedFields(error);
  return { kind: 'unreadable', unreadable: { record, reason } };
}
