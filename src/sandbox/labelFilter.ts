import * as z from 'zod/mini';
import { integerParameter } from './integerParameter.ts';
import { notEmpty, type LabelRecord } from './labelRecord.ts';

/**
 * Filter of a list (docs/interface.md, section 4.5): the query parameters except those of the page. Empty
 * parameters are rejected, as clients must omit them.
 */
export const listParametersSchema = z.object({
  q: z.optional(notEmpty),
  labelCode: z.optional(notEmpty),
  labelName: z.optional(notEmpty),
  labelStatus: z.optional(integerParameter),
});

/** Filter of a list. */
export type ListParameters = Readonly<z.output<typeof listParametersSchema>>;

/**
 * Fields to which each criterion applies; at least one of them must match. The type ensures that no criterion is missing.
 * The service does not document matching; here, a text must be contained in a field, ignoring case, and a
 * number must be equal.
 */
const filteredFields: {
  readonly [Name in keyof ListParameters]-?: readonly (keyof LabelRecord)[];
} = {
  q: ['labelCode', 'labelName'],
  labelCode: ['labelCode'],
  labelName: ['labelName'],
  labelStatus: ['labelStatus'],
};

/** Criterion of a filter. */
export interface Criterion<Value = string | number> {
  readonly fields: readonly (keyof LabelRecord)[];
  readonly value: Value;
}

/** Returns the criteria of a filter, in the order of the schema. */
export function criteriaOf(filter: ListParameters): readonly Criterion[] {
  return z.keyof(listParametersSchema).options.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [{ fields: filteredFields[name], value }];
  });
}

/** Returns whether the criterion has a text value. */
export function isText(criterion: Criterion): criterion is Criterion<string> {
  return typeof criterion.value === 'string';
}
