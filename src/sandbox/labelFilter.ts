import * as z from 'zod/mini';
import { integerParameter } from './integerParameter.ts';
import { notEmpty, type LabelRecord } from './labelRecord.ts';

/**
 * Filter of a list (docs/interface.md, section 4.5): the parameters of its query but for the page. Empty ones
 * are rejected, as clients must omit them.
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
 * Fields that each criterion applies to, one of which must match; the type requires all criteria. Matching is
 * undocumented. Here a text matches part of a field, ignoring case; a number must be equal.
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

/** Returns the criteria that a filter has, in the order of the schema. */
export function criteriaOf(filter: ListParameters): readonly Criterion[] {
  return z.keyof(listParametersSchema).options.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [{ fields: filteredFields[name], value }];
  });
}

/** Returns whether the criterion is a text. */
export function isText(criterion: Criterion): criterion is Criterion<string> {
  return typeof criterion.value === 'string';
}
