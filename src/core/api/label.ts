import * as z from 'zod/mini';
import { isLabelId, type LabelId } from '../account/labelAddress.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { brandedText } from '../text/brandedText.ts';
import {
  editableFields,
  editableValues,
  hasSentValues,
  sentValue,
  valueSchema,
  type LabelChanges,
  type LabelValues,
  type SentValues,
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

/** A record that can be read as a label. */
type ReadableRecord = LabelRecord & SentValues & { readonly id: LabelId };

/**
 * A label that is its own entry in a list and holds nothing but its record, from which its fields are read: so each
 * of 100,000 takes 30 bytes less. These are accessors, which a copy by `...` leaves behind: use `changedLabel`.
 */
class ListedLabel implements Label {
  readonly record: ReadableRecord;

  constructor(record: ReadableRecord) {
    this.record = record;
  }

  get id(): LabelId {
    return this.record.id;
  }

  get kind(): 'label' {
    return 'label';
  }

  get label(): Label {
    return this;
  }
}

for (const field of editableFields) {
  Object.defineProperty(ListedLabel.prototype, field, {
    get(this: ListedLabel) {
      return sentValue(this.record, field);
    },
  });
}

/** The label as it is once `changes` have arrived. */
export function changedLabel(label: Label, changes: LabelChanges): Label {
  const { id, record } = label;
  return { id, ...editableValues(label), ...changes, record: { ...record, ...changes } };
}

function isReadable(record: unknown): record is ReadableRecord {
  if (!isLabelRecord(record)) {
    return false;
  }
  const { id } = record;
  return typeof id === 'string' && isLabelId(id) && hasSentValues(record);
}

/** Reads one record of a list. Never throws, so that one bad record does not hide the others. */
export function readLabel(record: unknown): LabelOrUnreadable {
  if (isReadable(record)) {
    return new ListedLabel(record);
  }
  // The schema takes and refuses the same, and says why; for the others it would take half of the time of a page.
  const { error } = labelSchema.safeParse(record);
  const reason = error === undefined ? '' : unmatchedFields(error);
  return { kind: 'unreadable', unreadable: { record, reason } };
}
