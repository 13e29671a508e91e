import type { AccountId } from '../core/account/account.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { Sessions } from '../core/session/sessions.ts';

/** Data of an account stored beyond the window. */
interface AccountMemory {
  forget(account: AccountId): Promise<void>;
}

/**
 * Deletes an account's stored data when it is signed out: names of labels belong to the tenant, and stay no
 * longer than the session.
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
