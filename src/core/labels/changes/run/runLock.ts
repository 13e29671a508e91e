import type { AccountId } from '../../../account/account.ts';
import { type Clock, Moment } from '../../../async/clock.ts';
import { CancelledError } from '../../../errors/cancelledError.ts';
import type { AccountLock, HeldLock } from '../../../locks/accountLock.ts';

/**
 * Time for which the lock counts as held after a check, in milliseconds. Another window takes it only after
 * seconds without a sign of life, so the file need not be read for each of thousands of labels.
 */
const believedFor = 100;

/**
 * Lock that only one run of an account holds at a time, across all windows: if two runs had read the same
 * labels, the second would silently overwrite the changes of the first.
 */
export interface RunLock {
  /** Acquires the lock, as `AccountLock.acquire` does. */
  acquire(...parameters: Parameters<AccountLock['acquire']>): Promise<HeldRunLock>;
}

/** The lock while a run holds it. */
export type HeldRunLock = Pick<HeldLock, 'isStillHeld' | 'release'>;

/** Options for a run that waits for the lock. */
interface RunLockOptions {
  readonly lock: RunLock;
  readonly account: AccountId;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` under the lock and returns its result; undefined if cancelled while waiting for the lock.
 * Throws the errors of both.
 */
export async function withRunLock<T>(
  { account, clock, lock, signal }: RunLockOptions,
  work: (held: HeldRunLock) => Promise<T>,
): Promise<T | undefined> {
  const held = await lock.acquire(account, signal).catch((error: unknown) => {
    if (error instanceof CancelledError) {
      return undefined;
    }
    throw error;
  });
  try {
    return held === undefined ? undefined : await work(withCachedHold(held, clock));
  } finally {
    await held?.release();
  }
}

/** Returns the same lock with a cached check whether it is still held. */
function withCachedHold(held: HeldRunLock, clock: Clock): HeldRunLock {
  let last: { readonly asked: Moment; readonly answer: Promise<boolean> } | undefined;
  return {
    isStillHeld: async () => {
      if (last === undefined || last.asked.age >= believedFor) {
        last = { asked: new Moment(clock), answer: held.isStillHeld() };
      }
      return await last.answer;
    },
    release: async () => await held.release(),
  };
}
