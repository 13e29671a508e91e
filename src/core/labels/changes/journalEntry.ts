import * as z from 'zod';
import { isAccountId } from '../../account/account.ts';
import { isBaseUrl } from '../../account/baseUrl.ts';
import { isLabelId } from '../../account/labelAddress.ts';
import { processIdentitySchema } from '../../async/runningProcess.ts';
import { parseJson } from '../../text/parseJson.ts';
import { changeOrigins } from './changeSet.ts';
import { labelOutcomeSchema, sentFieldSchema } from './labelOutcome.ts';

const id = z.string().refine(isLabelId);
const text = z.string().optional();
const value = z.union([z.string(), z.number()]).optional();
const at = z.int().nonnegative();

const accountSchema = z.object({
  id: z.string().refine(isAccountId),
  baseUrl: z.string().refine(isBaseUrl),
  tenantId: z.string(),
  userId: z.string(),
});

/** What a run is. */
const headerSchema = z.object({
  kind: z.literal('run'),
  version: z.literal(1),
  id: z.string(),
  at,
  account: accountSchema,
  title: z.string(),
  origin: z.enum(changeOrigins),
  undoes: text,
  /** How many labels its plan has. */
  labels: z.int().nonnegative().optional(),
});

/** What a run is. */
export type RunHeader = z.output<typeof headerSchema>;

const ownerSchema = z.object({ token: z.string(), process: processIdentitySchema });

/** The window that carries out a run: `token` is another one each time that it does. */
export type RunOwner = z.output<typeof ownerSchema>;

const changeSchema = z.object({
  id,
  code: text.transform((code) => code),
  name: text.transform((name) => name),
  fields: z
    .array(
      z
        .object({ field: sentFieldSchema.shape.field, before: value, wanted: value })
        .transform(({ before, field, wanted }) => ({ field, before, wanted })),
    )
    .readonly(),
});

const entrySchema = z.discriminatedUnion('kind', [
  headerSchema,
  /**
   * A window takes the run over from the one with the token `from`; from nobody if that is absent. Its
   * `sequence` is greater than that of whatever was begun or taken over before, in all runs: a time does
   * not tell, as a clock may be set back.
   */
  z.object({ kind: z.literal('owner'), from: text, owner: ownerSchema, sequence: z.int(), at }),
  z.object({ kind: z.literal('plan'), change: changeSchema }),
  /** Written before a request leaves: what it is to change. */
  z.object({ kind: z.literal('intent'), id, sent: z.array(sentFieldSchema).readonly(), at }),
  /**
   * `sent`, if present, is what the intents of the label have said, as the service keeps it.
   * `hasNotArrived`: the last intent counts for nothing, as it did not leave or was refused. `isUnread`: it
   * is what the service has answered, and the label has not been read since.
   */
  z.object({
    kind: z.literal('outcome'),
    id,
    outcome: labelOutcomeSchema,
    sent: z.array(sentFieldSchema).readonly().optional(),
    hasNotArrived: z.literal(true).optional(),
    isUnread: z.literal(true).optional(),
    at,
  }),
  z.object({ kind: z.literal('end'), token: z.string(), at }),
]);

/** One line of a journal. */
export type JournalEntry = z.output<typeof entrySchema>;

/** Reads a line; undefined if it is torn, or of a later version. */
export function readEntry(line: string): JournalEntry | undefined {
  return entrySchema.safeParse(parseJson(line)).data;
}
