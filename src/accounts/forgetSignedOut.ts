import type { AccountId } from '../core/account/account.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { Sessions } from '../core/session/sessions.ts';

/** Something that is remembered of an account beyond the window. */
interface AccountMemory {
  forget(account: AccountId): Promise<void>;
}

/**
 * Forgets what is remembered of an account when it is signed out: what labels are called is the
 * tenant's business, and stays no longer than the session.
 */
export function forgetSignedOut(
  sessions: Pick<Sessions, 'onDidChangeSessions'>,
  memories: readonly AccountMemory[],
): Disposable {
  return sessions.onDidChangeSessions(({ removed }) => {
    for (const { account } of removed) {
      for (const memory of memories) {
        void memory.forget(account.id);
      }
    }
  });
}
