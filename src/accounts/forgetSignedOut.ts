import type { AccountId } from '../core/account/account.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { Sessions } from '../core/session/sessions.ts';

/** Account data that outlives the window. */
interface AccountMemory {
  forget(account: AccountId): Promise<void>;
}

/**
 * Deletes an account's stored data at sign-out: names of labels belong to the tenant, and must not outlive
 * the session.
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
