import * as z from 'zod/mini';
import { isLabelId, type LabelId } from '../../account/labelAddress.ts';
import {
  editableFields,
  editableValues,
  isBlank,
  valueSchema,
  type LabelChanges,
} from '../../api/labelFields.ts';
import { parseRequest, RequestError } from '../../errors/requestError.ts';

/** Changes that a program proposes, and a person decides about. */
export interface Proposal {
  /** What it is about, in the words of the program: not to be trusted. */
  readonly title: string;
  readonly wanted: ReadonlyMap<LabelId, LabelChanges>;
}

/** How many labels one proposal may be about: more than a person looks through is no proposal. */
const maximumChanges = 1000;

/** How long the title may be, in UTF-16 units. */
const maximumTitleLength = 200;

const changeSchema = z
  .strictObject({
    id: z.string().check(z.minLength(1), z.describe('Id of the label.')),
    ...Object.fromEntries(
      editableFields.map((field) => [field, z.exactOptional(valueSchema(field))]),
    ),
  })
  .check(
    z.refine((change) => Object.keys(change).length > 1, 'has no new value'),
    z.refine(
      (change) => !Object.entries(change).some(([name, value]) => name !== 'id' && isBlank(value)),
      'would empty a field, which cannot be',
    ),
  );

/** A proposal as a program writes it. */
export const proposalSchema = z.strictObject({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(maximumTitleLength),
      z.describe('One line that tells the person what the changes are about.'),
    ),
  changes: z
    .array(changeSchema)
    .check(
      z.minLength(1),
      z.maxLength(maximumChanges),
      z.describe('Each label once, with the fields that are to get a new value.'),
    ),
});

/** Reads `title` and `changes` of a proposal. Throws `RequestError` that says to the program what is wrong. */
export function readProposal(value: unknown): Proposal {
  const { title, changes } = parseRequest(proposalSchema, value);
  const wanted = new Map(
    changes.flatMap((change): [LabelId, LabelChanges][] => {
      const values: Readonly<Record<string, unknown>> = change;
      return isLabelId(change.id) ? [[change.id, editableValues(values)]] : [];
    }),
  );
  if (wanted.size < changes.length) {
    throw new RequestError('A label is named more than once in changes.');
  }
  return { title, wanted };
}
