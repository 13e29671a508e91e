import * as z from 'zod';
import { isLabelId, type LabelId } from '../account/labelId.ts';
import { schemaDetail } from '../errors/schemaDetail.ts';

const labelSchema = z.looseObject({
  id: z.string().refine(isLabelId),
  labelCode: z.string().nullish(),
  labelName: z.string().nullish(),
  labelStatus: z.int().nullish(),
});

/** Everything that the service sent about one label, in its order, whatever it holds. */
export type LabelRecord = Readonly<Record<string, unknown>>;

function isLabelRecord(value: unknown): value is LabelRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A label record (interface document, section 2.4). */
export interface Label {
  readonly id: LabelId;
  /** Undefined where the service sent none, null or an empty one. */
  readonly labelCode: string | undefined;
  /** Undefined where the service sent none, null or an empty one. */
  readonly labelName: string | undefined;
  /** The meaning of its values is not documented. */
  readonly labelStatus: number | undefined;
  readonly record: LabelRecord;
}

/** A record that cannot be read as a label. */
export interface UnreadableLabel {
  /** The record's fields, where it is an object. */
  readonly record: unknown;
  /** Which fields are wrong: names only. */
  readonly reason: string;
}

/** A record of a list: a label, or what came instead. */
export type LabelOrUnreadable =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableLabel };

/** Reads one record of a list; never throws, so that one bad record does not hide the others. */
export function readLabel(record: unknown): LabelOrUnreadable {
  const result = labelSchema.safeParse(record);
  if (!result.success || !isLabelRecord(record)) {
    const reason = result.error === undefined ? '' : schemaDetail(result.error);
    return { kind: 'unreadable', unreadable: { record, reason } };
  }
  const { id, labelCode, labelName, labelStatus } = result.data;
  return {
    kind: 'label',
    label: {
      id,
      labelCode: labelCode === null || labelCode === '' ? undefined : labelCode,
      labelName: labelName === null || labelName === '' ? undefined : labelName,
      labelStatus: labelStatus ?? undefined,
      // Not the schema's output, which would put the known fields first.
      record,
    },
  };
}
