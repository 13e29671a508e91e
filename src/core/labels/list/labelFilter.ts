import * as z from 'zod/mini';
import type { LabelQuery } from '../../api/labelEndpoints.ts';
import { editableFields } from '../../api/labelFields.ts';
import { parseRequest } from '../../errors/requestError.ts';
import { trimmedText } from '../../text/trimmedText.ts';
import { timeOf } from './changeTime.ts';
import {
  queryCriteria,
  repeatableFields,
  type LabelFilter,
  type LocalCriterion,
  type QueryCriterion,
} from './labelCriteria.ts';

/** Schemas of criteria; a missing schema, or one of another type, does not compile. */
type Schemas<Name extends keyof LabelFilter> = {
  readonly [Each in Name]-?: z.ZodMiniExactOptional<z.ZodMiniType<NonNullable<LabelFilter[Each]>>>;
};

const textSchema = z.exactOptional(trimmedText);

const queryShape = {
  q: textSchema.check(z.describe('Text that the service searches for.')),
  labelCode: textSchema,
  labelName: textSchema,
  labelStatus: z.exactOptional(z.int()),
} satisfies Schemas<QueryCriterion>;

const localShape = {
  repeated: z.exactOptional(z.enum(repeatableFields)),
  statuses: z.exactOptional(z.array(z.int())),
  empty: z.exactOptional(z.array(z.enum(editableFields))),
  without: z.exactOptional(z.array(trimmedText)),
  changed: z.exactOptional(z.string().check(z.refine((text) => timeOf(text, 0) !== undefined))),
} satisfies Schemas<LocalCriterion>;

/**
 * Filter of criteria that the service applies, as stored for the next session and as accepted from programs.
 */
export const querySchema = z.strictObject(queryShape);

/** Filter that the user has saved under a name. */
export const savedFilterSchema = z.strictObject({ ...queryShape, ...localShape });

/** Text criterion of a filter. */
export type LabelTextCriterion = {
  [Name in QueryCriterion]-?: NonNullable<LabelQuery[Name]> extends string ? Name : never;
}[QueryCriterion];

/** Filter that matches every label. */
export const emptyFilter: LabelFilter = {};

/** Parses a filter from a program. Throws a `RequestError` that describes the problem to the program. */
export function readProgramsFilter(value: unknown): LabelFilter {
  return parseRequest(querySchema, value);
}

/** Parses a stored filter; an invalid one becomes the empty filter. */
export function readLabelFilter(stored: unknown): LabelFilter {
  return querySchema.safeParse(stored).data ?? emptyFilter;
}

/** Values of criteria that the service applies. */
type Values<Name extends QueryCriterion> = { [Each in Name]?: NonNullable<LabelFilter[Each]> };

/** Part of `filter` that the service applies. */
export function queryOf(filter: LabelFilter): LabelQuery {
  const query: Values<QueryCriterion> = {};
  const pick = <Name extends QueryCriterion>(into: Values<Name>, name: Name): void => {
    const value = filter[name];
    if (value !== undefined) {
      into[name] = value;
    }
  };
  queryCriteria.forEach((name) => pick(query, name));
  return query;
}

/** Returns whether `filter` matches every label. */
export function isEmptyFilter(filter: LabelFilter): boolean {
  return Object.keys(filter).length === 0;
}

/** Returns `filter` with `text` as the value of `criterion`; an empty text removes the criterion. */
export function withTextCriterion(
  filter: LabelFilter,
  criterion: LabelTextCriterion,
  text: string,
): LabelFilter {
  const { [criterion]: _, ...others } = filter;
  const trimmed = text.trim();
  return trimmed === '' ? others : { ...others, [criterion]: trimmed };
}

/** Returns `filter` with `status` as its only status; undefined removes the criterion. */
export function withStatusCriterion(filter: LabelFilter, status: number | undefined): LabelFilter {
  const { labelStatus: _, statuses: __, ...others } = filter;
  return status === undefined ? others : { ...others, labelStatus: status };
}
