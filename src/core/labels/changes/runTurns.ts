import type { AccountId } from '../../account/account.ts';
import { CancelledError } from '../../errors/cancelledError.ts';

/**
 * Lets one run of an account be carried out at a time, in all windows: of two that have read the same
 * labels, the second would send over what the first has changed, and nobody would be told.
 */
export interface RunTurns {
  /** Throws `CancelledError`, and `StorageError` if it cannot be known whose turn it is. */
  acquire(account: AccountId, signal: AbortSignal): Promise<RunTurn>;
}

/** The turn of a run. */
export interface RunTurn {
  /** False once another window has taken it, because this one showed no life for too long. */
  isStillHeld(): Promise<boolean>;
  /** Never throws. */
  release(): Promise<void>;
}

/** Which run waits for its turn. */
interface TurnOptions {
  readonly turns: RunTurns;
  readonly account: AccountId;
  readonly signal: AbortSignal;
}

/** Does `work` once it is its turn; returns undefined if it is cancelled before. Throws what both throw. */
export async function inTurn<T>(
  { account, signal, turns }: TurnOptions,
  work: (turn: RunTurn) => Promise<T>,
): Promise<T | undefined> {
  const turn = await turns.acquire(account, signal).catch((error: unknown) => {
    if (error instanceof CancelledError) {
      return undefined;
    }
    throw error;
  });
  try {
    return turn === undefined ? undefined : await work(turn);
  } finally {
    await turn?.release();
  }
}
