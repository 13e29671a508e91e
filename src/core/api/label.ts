import * as z from 'zod';
import { schemaDetail } from '../errors/schemaDetail.ts';

declare const brand: unique symbol;

/** Identifies a label within its tenant (docs/interface.md, section 2.4). */
export type LabelId = string & { readonly [brand]: 'LabelId' };

function isLabelId(text: string): text is LabelId {
  return text !== '';
}

/** Reads a label's id. */
export const labelIdSchema = z.string().refine(isLabelId);

const labelSchema = z.looseObject({
  id: labelIdSchema,
  labelCode: z.string().nullish(),
  labelName: z.string().nullish(),
  labelStatus: z.int().nullish(),
});

/** Everything that the service sent about one label, in its order, whatever it holds. */
export type LabelRecord = Readonly<Record<string, unknown>>;

function isLabelRecord(value: unknown): value is LabelRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A label record (docs/interface.md, section 2.4). */
export interface Label {
  readonly id: LabelId;
  /** Undefined if the service sent none, null or an empty one. */
  readonly labelCode: string | undefined;
  /** Undefined if the service sent none, null or an empty one. */
  readonly labelName: string | undefined;
  /** The meaning of its values is unknown (docs/interface.md, section 2.4). */
  readonly labelStatus: number | undefined;
  readonly record: LabelRecord;
}

/** A record that cannot be read as a label. */
export interface UnreadableLabel {
  /** The record as the service sent it. */
  readonly record: unknown;
  /** Which fields are wrong: names only. */
  readonly reason: string;
}

/** A record of a list: a label, or what the service sent instead of one. */
export type LabelOrUnreadable =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableLabel };

/** Reads one record of a list. Never throws, so that one bad record does not hide the others. */
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
