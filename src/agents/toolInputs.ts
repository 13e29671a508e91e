import * as z from 'zod/mini';
import { proposalSchema } from '../core/labels/changes/proposal.ts';
import { storedFilterSchema } from '../core/labels/list/labelFilter.ts';
import type { ToolName } from '../ids.ts';

/** How many labels one search shows at most. */
const maximumFound = 50;

/** How many labels a search shows that does not say how many. */
export const usualFound = 20;

const account = z
  .optional(z.string())
  .check(z.describe('Id or name of the account. Can be left out if only one is signed in.'));

/** What the tools take; the manifest says the same in JSON Schema. */
export const toolInputs = {
  workforce_searchLabels: z.strictObject({
    account,
    filter: z
      .optional(storedFilterSchema)
      .check(z.describe('Labels that match everything given here. Without it, all labels.')),
    limit: z
      .optional(z.int().check(z.gte(1), z.lte(maximumFound)))
      .check(z.describe(`How many labels to show, ${usualFound} by default.`)),
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
