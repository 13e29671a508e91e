import * as z from 'zod/mini';
import { isLabelId, type LabelId } from '../../../account/labelAddress.ts';
import {
  editableFields,
  editableValues,
  isBlank,
  valueSchema,
  type LabelChanges,
} from '../../../api/labelFields.ts';
import { parseRequest, RequestError } from '../../../errors/requestError.ts';

/** Changes that a program proposes and the user decides on. */
export interface Proposal {
  /** Title chosen by the program; not trustworthy. */
  readonly title: string;
  readonly wanted: ReadonlyMap<LabelId, LabelChanges>;
}

/** Kind of program that proposes changes. */
export type Proposer = 'languageModel' | 'extension';

/** Outcome of a proposal, for the program that made it. */
export interface ProposalAnswer {
  /** Number of labels in the review that the user sees; with 0, no review is shown. */
  readonly shown: number;
  /** Number of labels that already have the proposed values. */
  readonly unchanged: number;
  /** Labels that were not found. */
  readonly missing: readonly LabelId[];
}

/** Maximum number of labels in one proposal: nobody can review more. */
const maximumChanges = 1000;

/** Maximum length of the title, in UTF-16 units. */
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

/** Schema of a proposal by a program. */
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

/** Parses `title` and `changes` of a proposal. Throws a `RequestError` that describes the problem to the program. */
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
