import * as z from 'zod/mini';
import { isAccountId } from '../../../account/account.ts';
import { isBaseUrl } from '../../../account/baseUrl.ts';
import { isLabelId } from '../../../account/labelAddress.ts';
import { processIdentitySchema } from '../../../async/runningProcess.ts';
import { brandedText } from '../../../text/brandedText.ts';
import { parseJson } from '../../../text/exactJson.ts';
import { changeOrigins } from '../plan/changeSet.ts';
import {
  labelOutcomeSchema,
  outcomeKindNames,
  remedySchema,
  sentFieldSchema,
} from './labelOutcome.ts';

const id = brandedText(isLabelId);
const text = z.optional(z.string());
/** Text whose property exists in the result even if it is missing in the input. */
const textOrUndefined = z.pipe(
  text,
  z.transform((known) => known),
);
const value = z.optional(z.union([z.string(), z.number()]));
const count = z.int().check(z.nonnegative());
const at = count;

const accountSchema = z.object({
  id: brandedText(isAccountId),
  baseUrl: brandedText(isBaseUrl),
  tenantId: z.string(),
  userId: z.string(),
});

/** Header of a run. */
const headerSchema = z.object({
  kind: z.literal('run'),
  version: z.literal(1),
  id: z.string(),
  at,
  account: accountSchema,
  title: z.string(),
  origin: z.enum(changeOrigins),
  undoes: text,
  redoes: text,
  /** Number of labels in the plan. */
  labels: z.optional(count),
});

/** Header of a run. */
export type RunHeader = z.output<typeof headerSchema>;

const ownerSchema = z.object({ token: z.string(), process: processIdentitySchema });

/** Window that carries out a run; each execution has a new `token`. */
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

/** Summary written at the end of a run, which can be read without its labels. */
const totalsSchema = z.object({
  sequence: z.int(),
  lastSequence: z.int(),
  lastSentSequence: z.int(),
  isPlanned: z.boolean(),
  /** Numbers of labels. */
  labels: count,
  sent: count,
  underWay: count,
  counts: z.readonly(z.record(z.enum(outcomeKindNames), count)),
  /** The different remedies, each with the time of the last event of a label that needs it. */
  remedies: z.readonly(z.array(z.object({ remedy: remedySchema, at }))),
});

/** Summary of a run at its end, without its labels. */
export type RunTotals = z.output<typeof totalsSchema>;

const entrySchema = z.discriminatedUnion('kind', [
  headerSchema,
  /**
   * A window takes over the run from the owner with the token `from`; without `from`, the run had no owner.
   * `sequence` is greater than in any earlier entry of this kind, in all runs. It orders runs instead of
   * their times, as a clock may be set back.
   */
  z.object({ kind: z.literal('owner'), from: text, owner: ownerSchema, sequence: z.int(), at }),
  z.object({ kind: z.literal('plan'), change: changeSchema }),
  /** Intent, written before the request is sent. */
  z.object({ kind: z.literal('intent'), id, sent: z.readonly(z.array(sentFieldSchema)), at }),
  /**
   * `sent`, if present, replaces the values of the label's intents with those that the service stored.
   * `hasNotArrived`: the last intent does not count, as it was not sent or was refused. `isUnread`: the
   * outcome is based on the response, and the label has not been read since.
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
  /**
   * End of the run. `totals` sum up the lines above, and are valid only if these have exactly `bytes` bytes:
   * otherwise another process has also written to the file. Totals of a later version are ignored.
   */
  z.object({
    kind: z.literal('end'),
    token: z.string(),
    at,
    bytes: z.optional(count),
    totals: z.catch(z.optional(totalsSchema), undefined),
  }),
]);

const sequenceSchema = z.catch(z.int(), 0);

/** One line of a journal. */
export type JournalEntry = z.output<typeof entrySchema>;

/** Content of a line. */
interface JournalLine {
  /** Undefined if the line is incomplete, or was written by a later version. */
  readonly entry: JournalEntry | undefined;
  /** Sequence number in the line, even if a later version wrote it; 0 if there is none. */
  readonly sequence: number;
  /** True if the line is not JSON, because it is incomplete or damaged. */
  readonly isDamaged: boolean;
}

/** Parses a line. */
export function readLine(line: string): JournalLine {
  const json = parseJson(line);
  const hasSequence = typeof json === 'object' && json !== null && 'sequence' in json;
  return {
    entry: entrySchema.safeParse(json).data,
    sequence: hasSequence ? sequenceSchema.parse(json.sequence) : 0,
    isDamaged: json === undefined,
  };
}
