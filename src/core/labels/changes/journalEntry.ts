import * as z from 'zod/mini';
import { isAccountId } from '../../account/account.ts';
import { isBaseUrl } from '../../account/baseUrl.ts';
import { isLabelId } from '../../account/labelAddress.ts';
import { processIdentitySchema } from '../../async/runningProcess.ts';
import { brandedText } from '../../text/brandedText.ts';
import { parseJson } from '../../text/parseJson.ts';
import { changeOrigins } from './changeSet.ts';
import { labelOutcomeSchema, sentFieldSchema } from './labelOutcome.ts';

const id = brandedText(isLabelId);
const text = z.optional(z.string());
/** The same, with its place in what is read also where it is missing. */
const textOrUndefined = z.pipe(
  text,
  z.transform((known) => known),
);
const value = z.optional(z.union([z.string(), z.number()]));
const at = z.int().check(z.nonnegative());

const accountSchema = z.object({
  id: brandedText(isAccountId),
  baseUrl: brandedText(isBaseUrl),
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
  labels: z.optional(z.int().check(z.nonnegative())),
});

/** What a run is. */
export type RunHeader = z.output<typeof headerSchema>;

const ownerSchema = z.object({ token: z.string(), process: processIdentitySchema });

/** The window that carries out a run: `token` is another one each time that it does. */
export type RunOwner = z.output<typeof ownerSchema>;

const changeSchema = z.object({
  id,
  code: textOrUndefined,
  name: textOrUndefined,
  fields: z.readonly(
    z.array(
      z.pipe(
        z.object({ field: sentFieldSchema.shape.field, before: value, wanted: value }),
        z.transform(({ before, field, wanted }) => ({ field, before, wanted })),
      ),
    ),
  ),
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
  z.object({ kind: z.literal('intent'), id, sent: z.readonly(z.array(sentFieldSchema)), at }),
  /**
   * `sent`, if present, is what the intents of the label have said, as the service keeps it.
   * `hasNotArrived`: the last intent counts for nothing, as it did not leave or was refused. `isUnread`: it
   * is what the service has answered, and the label has not been read since.
   */
  z.object({
    kind: z.literal('outcome'),
    id,
    outcome: labelOutcomeSchema,
    sent: z.optional(z.readonly(z.array(sentFieldSchema))),
    hasNotArrived: z.optional(z.literal(true)),
    isUnread: z.optional(z.literal(true)),
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
