import * as z from 'zod/mini';
import { proposalSchema } from '../core/labels/changes/plan/proposal.ts';
import { querySchema } from '../core/labels/list/labelFilter.ts';
import type { ToolName } from '../ids.ts';

/** Maximum number of labels returned by one search. */
const maximumFound = 50;

/** Default number of labels returned by a search. */
export const defaultLimit = 20;

const account = z
  .optional(z.string())
  .check(z.describe('Id or name of the account. Can be left out if only one is signed in.'));

/** Input schemas of the tools; the manifest contains the same schemas as JSON Schema. */
export const toolInputs = {
  workforce_searchLabels: z.strictObject({
    account,
    filter: z
      .optional(querySchema)
      .check(z.describe('Labels that match everything given here. Without it, all labels.')),
    limit: z
      .optional(z.int().check(z.gte(1), z.lte(maximumFound)))
      .check(z.describe(`How many labels to show, ${defaultLimit} by default.`)),
  }),
  workforce_getLabel: z.strictObject({
    account,
    id: z.string().check(z.minLength(1), z.describe('Id of the label, as a search has shown it.')),
    code: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.describe('Code of the label, if known: it is found faster.')),
  }),
  workforce_proposeLabelChanges: z.extend(proposalSchema, { account }),
} as const satisfies Readonly<Record<ToolName, z.ZodMiniObject>>;
