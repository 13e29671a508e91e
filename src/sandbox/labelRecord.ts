import * as z from 'zod/mini';

/**
 * A label in the service: the documented fields (docs/interface.md, section 2.4), with times as ISO 8601
 * text. Some records have further fields that this type does not list.
 */
export interface LabelRecord {
  readonly id: string;
  readonly labelCode: string;
  readonly labelName?: string | null;
  readonly labelStatus: number;
  readonly createTime: string;
  readonly updateTime: string;
  readonly modifiedBy?: string;
}

/** Non-empty text. */
export const notEmpty = z.string().check(z.minLength(1));

/** Changes of an update (docs/interface.md, section 4.6). Empty values are rejected: clients must omit them. */
export const labelChangesSchema = z.object({
  labelCode: z.optional(notEmpty),
  labelName: z.optional(notEmpty),
  labelStatus: z.optional(z.int32()),
});

/** Changes of an update. */
export type LabelChanges = Readonly<z.output<typeof labelChangesSchema>>;

/** Field set by an update; its old and new values may be equal. */
export interface FieldChange {
  readonly field: keyof LabelChanges;
  readonly before: string | number | null | undefined;
  readonly after: string | number;
}

/** Returns the fields that `changes` sets, with their values before and after. */
export function fieldChanges(before: LabelRecord, changes: LabelChanges): readonly FieldChange[] {
  return z.keyof(labelChangesSchema).options.flatMap((field) => {
    const after = changes[field];
    return after === undefined ? [] : [{ field, before: before[field], after }];
  });
}

/** Returns the record with `changes` applied. */
export function changedRecord(record: LabelRecord, changes: LabelChanges): LabelRecord {
  const values = fieldChanges(record, changes).map(({ after, field }) => [field, after] as const);
  return { ...record, ...Object.fromEntries(values) };
}
