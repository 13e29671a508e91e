import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { isLabelId, type LabelId } from '../account/labelAddress.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { excessOf, type JsonLimits } from '../text/jsonSize.ts';
import {
  editableFields,
  editableValues,
  hasSentValues,
  sentValue,
  sentValueSchema,
  type LabelChanges,
  type LabelValues,
  type SentValues,
} from './labelFields.ts';
import { identifier } from './wireNumber.ts';

/** Record as received; `ReadableRecord` has the parsed values of its fields. */
const labelSchema = z.looseObject({
  id: identifier,
  ...Object.fromEntries(editableFields.map((field) => [field, z.nullish(sentValueSchema(field))])),
});

/**
 * Limits of a record, far above the needs of a label, at which a page still shows instantly. `depth` is less
 * than the number of levels that `parseExactJson` keeps, so a record that was cut exceeds it.
 */
export const recordLimits: JsonLimits = { depth: 50, size: 200_000 };

/** The complete record of a label, in the order of the service, whatever it contains. */
export type LabelRecord = Readonly<Record<string, unknown>>;

function isLabelRecord(value: unknown): value is LabelRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A label record (docs/interface.md, section 2.4). */
export interface Label extends LabelValues {
  readonly id: LabelId;
  readonly record: LabelRecord;
}

/** Record that is not a valid label. */
export interface UnreadableLabel {
  /** The record's fields, if it is an object. */
  readonly record: unknown;
  /** Names of the invalid fields, or the exceeded limit. */
  readonly reason: string;
}

/** Record of a list: a label, or an unreadable one. */
export type LabelOrUnreadable =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableLabel };

/** Record that is a valid label. */
type ReadableRecord = LabelRecord & SentValues & { readonly id: LabelId };

/**
 * A label that is its own list entry and stores only its record, from which accessors read the fields: this
 * saves 30 bytes per label in lists of 100,000. A copy by `...` loses the accessors: use `changedLabel`.
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

/** Returns the label with `changes` applied. */
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

const maximumIdLength = 100;

/** Returns the part of a too large record that is shown: its id, if that is short; otherwise null. */
function onlyId(record: unknown): unknown {
  const id = isLabelRecord(record) ? record['id'] : undefined;
  return typeof id === 'string' && id.length <= maximumIdLength ? { id } : null;
}

/** Parses one record of a list. Never throws, so that one invalid record does not hide the others. */
export function readLabel(record: unknown): LabelOrUnreadable {
  switch (excessOf(record, recordLimits)) {
    case 'depth':
      return { kind: 'unreadable', unreadable: { record, reason: l10n.t('nested too deeply') } };
    case 'size':
      return {
        kind: 'unreadable',
        unreadable: { record: onlyId(record), reason: l10n.t('too large') },
      };
    case undefined:
  }
  // Records in the documented form need no schema, which would take half of the time of a page.
  if (isReadable(record)) {
    return new ListedLabel(record);
  }
  const read = labelSchema.safeParse(record);
  if (!read.success || !isLabelRecord(record)) {
    const reason = read.error === undefined ? '' : unmatchedFields(read.error);
    return { kind: 'unreadable', unreadable: { record, reason } };
  }
  // Spread first, as `record` has the order of the service.
  const documented: LabelRecord = { ...record, ...read.data };
  return isReadable(documented)
    ? new ListedLabel(documented)
    : { kind: 'unreadable', unreadable: { record, reason: 'id' } };
}
