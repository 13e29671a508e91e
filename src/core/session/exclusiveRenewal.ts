import type { AccountId } from '../account/account.ts';
import type { AccountLock, HeldLock } from '../locks/accountLock.ts';
import type { RenewalClaims } from './renewalClaims.ts';
import { isNewer } from './sessionLineage.ts';
import type { SessionTransitionLog } from './sessionTransitionLog.ts';
import type { SharedSessions } from './sharedSessions.ts';
import type { StoredSession } from './storedSession.ts';
import type { RenewalReason, TokenRotation } from './tokenRotation.ts';

interface ExclusiveRenewalOptions {
  readonly lock: AccountLock;
  readonly claims: RenewalClaims;
  readonly shared: SharedSessions;
  readonly rotation: TokenRotation;
  readonly transitions: SessionTransitionLog;
}

/**
 * Renews a session in one window at a time. The order of things (read again under the lock) is what
 * keeps a rotated refresh token from being sent twice.
 */
export class ExclusiveRenewal {
  readonly #options: ExclusiveRenewalOptions;

  constructor(options: ExclusiveRenewalOptions) {
    this.#options = options;
  }

  /**
   * Gets new tokens in place of those of `outdated`, unless another window has done so already. Throws
   * what `SessionRenewal.current` throws.
   */
  async renew(
    id: AccountId,
    outdated: StoredSession,
    reason: RenewalReason,
  ): Promise<StoredSession> {
    const { claims, lock, rotation } = this.#options;
    for (;;) {
      const held = await lock.acquire(id);
      try {
        const before = await this.#newest(id, outdated, held);
        if (before.isRenewed) {
          return before.session;
        }
        const claim = await claims.acquire(id);
        try {
          const { session, isRenewed } = await this.#newest(id, outdated, held);
          if (isRenewed) {
            return session;
          }
          if (await held.isStillHeld()) {
            return await rotation.rotate(session, held, reason);
          }
        } finally {
          await claim.release();
        }
      } finally {
        await held.release();
      }
    }
  }

  /** The newest session that any window has, and whether it has taken the place of `outdated`. */
  async #newest(
    id: AccountId,
    outdated: StoredSession,
    held: HeldLock,
  ): Promise<{ readonly session: StoredSession; readonly isRenewed: boolean }> {
    const { rotation, shared, transitions } = this.#options;
    const newest = await shared.newest(id);
    if (newest.kind === 'lost') {
      return { session: await rotation.end(newest.session, held, 'lost'), isRenewed: true };
    }
    const isRenewed = isNewer(newest.session, outdated);
    if (isRenewed) {
      transitions.record(id, 'renewedElsewhere');
    }
    return { session: newest.session, isRenewed };
  }
}
