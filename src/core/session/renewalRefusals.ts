import * as z from 'zod/mini';
import type { RenewalRefusal } from '../errors/sessionDoubtfulError.ts';
import { endOfSession } from './refreshTokenLifetime.ts';

/** Duration and number of identical refusals after which a session counts as ended. */
const repeatedFor = 3_600_000;
const repeatedTimes = 5;

/** Consecutive refusals of the same kind since the last renewal of a session. */
export const renewalRefusalsSchema = z.object({
  httpStatus: z.int(),
  envelopeCode: z.optional(z.int()),
  message: z.optional(z.string()),
  count: z.int().check(z.positive()),
  /** Wall-clock time, in milliseconds since the epoch. */
  firstAt: z.number(),
  /** True if no valid access token is left, so that the user must be notified. */
  isBlocking: z.boolean(),
});

/** See {@link renewalRefusalsSchema}. */
export type RenewalRefusals = Readonly<z.output<typeof renewalRefusalsSchema>>;

/** Meaning of unexplained refusals for a session. */
export type RefusalVerdict =
  /** The session may be renewed later. */
  | 'doubtful'
  /** The session has ended: only a new sign-in helps. */
  | 'ended';

/** Returns `earlier` with `refusal`, received at `now`; another kind of refusal restarts the count. */
export function withRefusal(
  earlier: RenewalRefusals | undefined,
  refusal: RenewalRefusal,
  isBlocking: boolean,
  now: number,
): RenewalRefusals {
  const { envelopeCode, httpStatus, message } = refusal;
  const isRepeated = earlier !== undefined && isSame(earlier, refusal) && earlier.firstAt <= now;
  return {
    httpStatus,
    ...(envelopeCode === undefined ? {} : { envelopeCode }),
    ...(message === undefined ? {} : { message }),
    count: isRepeated ? earlier.count + 1 : 1,
    firstAt: isRepeated ? earlier.firstAt : now,
    isBlocking: isBlocking || earlier?.isBlocking === true,
  };
}

/**
 * Returns the meaning of `refusals` at `now` for a session whose tokens were issued at `issuedAt`. The session
 * has ended when the service refuses it after the documented lifetime of its refresh token, or has repeated the
 * same refusal for an hour. An HTTP status alone may come from an intermediary for any length of time, and the
 * clock may be wrong.
 */
export function verdictOf(
  refusals: RenewalRefusals,
  issuedAt: number,
  now: number,
): RefusalVerdict {
  const { count, envelopeCode, firstAt, message } = refusals;
  const isOfService = envelopeCode !== undefined || message !== undefined;
  const isRepeated = count >= repeatedTimes && now - firstAt >= repeatedFor;
  const isOver = now >= endOfSession({ issuedAt });
  return isOfService && (isOver || isRepeated) ? 'ended' : 'doubtful';
}

/**
 * Returns whether refusals are the same: codes are compared, but not messages, which may contain a request
 * number.
 */
function isSame(left: RenewalRefusal, right: RenewalRefusal): boolean {
  return left.envelopeCode === undefined && right.envelopeCode === undefined
    ? left.httpStatus === right.httpStatus && left.message === right.message
    : left.envelopeCode === right.envelopeCode;
}
