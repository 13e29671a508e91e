import type { AccountId } from '../account/account.ts';
import type { AccessTokenValue } from '../account/tokens.ts';
import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import type { Event } from '../async/event.ts';
import { SingleFlight } from '../async/singleFlight.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import type { HeldLock, AccountLock } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import { freshnessOf, remainingLifetime, type Arrival } from './accessTokenLifetime.ts';
import type { RenewalClaims } from './renewalClaims.ts';
import type { RenewalPauses } from './renewalPauses.ts';
import { isNewer } from './sessionLineage.ts';
import type { SessionTransitions } from './sessionTransitions.ts';
import type { SharedSessions } from './sharedSessions.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';
import type { RenewalReason, TokenRotation } from './tokenRotation.ts';

interface SessionRenewalOptions {
  readonly lock: AccountLock;
  readonly claims: RenewalClaims;
  readonly shared: SharedSessions;
  readonly rotation: TokenRotation;
  readonly pauses: RenewalPauses;
  readonly transitions: SessionTransitions;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1: where in the spread of windows this one stands. */
  readonly jitter: number;
}

/** The latest token of a session that arrived in this window, and when. */
interface TokenArrival extends Arrival {
  readonly accessToken: AccessTokenValue;
}

/**
 * Keeps the access tokens of all sessions alive, across windows. The order of things (read again
 * under the lock) is what keeps a rotated refresh token from being sent twice.
 */
export class SessionRenewal implements Disposable {
  readonly #options: SessionRenewalOptions;
  readonly #flights = new SingleFlight<AccountId, StoredSession>();
  readonly #arrivals = new Map<AccountId, TokenArrival>();
  readonly #subscription: Disposable;

  /** The service has refused to renew a session, and this window was the first to hear of it. */
  readonly onDidEnd: Event<StoredSession>;
  /** Another window has renewed a session, and what it stored is not visible in this one. */
  readonly onDidFallBehind: Event<StoredSession>;

  constructor(options: SessionRenewalOptions) {
    this.#options = options;
    this.onDidEnd = options.rotation.onDidEnd;
    this.onDidFallBehind = options.shared.onDidFallBehind;
    this.#subscription = options.rotation.onDidIssue((session) => this.noteArrival(session));
  }

  /** Notes that the tokens of `session` have arrived just now. */
  noteArrival(session: StoredSession): void {
    const { clock } = this.#options;
    const { accessToken } = session;
    const arrival = { accessToken, wall: clock.now(), monotonic: clock.monotonic() };
    this.#arrivals.set(accountOfSession(session).id, arrival);
  }

  /**
   * A session whose access token can be sent now. Throws `SessionExpiredError` if the user has to
   * sign in again, `SessionDoubtfulError` if the service leaves that open, `ConfigurationError` without a
   * client secret, `StorageError`, `CancelledError`, and what the token endpoint throws; none of these but
   * the first ends the session.
   */
  async current(id: AccountId, signal?: AbortSignal): Promise<StoredSession> {
    const session = await this.#options.shared.active(id);
    const remaining = this.remaining(session);
    if (remaining > 0 && this.#options.pauses.isPausedAhead(id)) {
      return session;
    }
    switch (freshnessOf(remaining, session.expiresIn, this.#options.jitter)) {
      case 'fresh':
        return session;
      case 'ageing':
        this.#renew(id, session, 'renewedAhead').catch((error: unknown) =>
          this.#pauseAfter(id, error),
        );
        return session;
      case 'stale':
        try {
          return await this.#renew(id, session, 'renewedAhead', signal);
        } catch (error) {
          if (remaining > 0 && !(error instanceof SessionExpiredError) && !signal?.aborted) {
            this.#pauseAfter(id, error);
            return session;
          }
          throw error;
        }
    }
  }

  /** A session with another access token than `rejected`. Throws what `current` throws. */
  async renewed(
    id: AccountId,
    rejected: AccessTokenValue,
    signal?: AbortSignal,
  ): Promise<StoredSession> {
    const session = await this.#options.shared.active(id);
    if (session.accessToken !== rejected && this.remaining(session) > 0) {
      return session;
    }
    const reason = 'renewedAfterRejection';
    const renewed = await this.#renew(id, session, reason, signal);
    // A renewal that was under way before may have ended with the very token that was rejected.
    return renewed.accessToken === rejected
      ? await this.#renew(id, renewed, reason, signal)
      : renewed;
  }

  /** How long the access token of `session` still lives, in milliseconds. */
  remaining(session: StoredSession): number {
    const latest = this.#arrivals.get(accountOfSession(session).id);
    const arrival = latest?.accessToken === session.accessToken ? latest : undefined;
    return remainingLifetime(session, arrival, this.#options.clock);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Gets new tokens in place of those of `outdated`, unless another window has done so already. */
  async #renew(
    id: AccountId,
    outdated: StoredSession,
    reason: RenewalReason,
    signal?: AbortSignal,
  ): Promise<StoredSession> {
    const { claims, lock, rotation } = this.#options;
    const work = async (): Promise<StoredSession> => {
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
    };
    // The caller may leave: the answer to a refresh token that was sent is stored anyway.
    return await this.#flights.run(id, work, signal);
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

  /** The token in use is still valid, so there is no notification; a later renewal may succeed. */
  #pauseAfter(id: AccountId, error: unknown): void {
    this.#options.pauses.noteAhead(id, error);
    this.#options.log.warn(`A session could not be renewed ahead of need: ${reasonOf(error)}`);
  }
}
