import * as z from 'zod';
import { proposalSchema } from '../core/labels/changes/proposal.ts';
import { storedFilterSchema } from '../core/labels/list/labelFilter.ts';
import type { ToolName } from '../ids.ts';

/** How many labels one search shows at most. */
const maximumFound = 50;

/** How many labels a search shows that does not say how many. */
export const usualFound = 20;

const account = z
  .string()
  .optional()
  .describe('Id or name of the account. Can be left out if only one is signed in.');

/** What the tools take; the manifest says the same in JSON Schema. */
export const toolInputs = {
  workforce_searchLabels: z.strictObject({
    account,
    filter: storedFilterSchema
      .optional()
      .describe('Labels that match everything given here. Without it, all labels.'),
    limit: z
      .int()
      .min(1)
      .max(maximumFound)
      .optional()
      .describe(`How many labels to show, ${usualFound} by default.`),
  }),
  workforce_getLabel: z.strictObject({
    account,
    id: z.string().min(1).describe('Id of the label, as a search has shown it.'),
    code: z.string().min(1).optional().describe('Code of the label, if known: it is found faster.'),
  }),
  workforce_proposeLabelChanges: proposalSchema.extend({ account }),
} as const satisfies Readonly<Record<ToolName, z.ZodObject>>;
