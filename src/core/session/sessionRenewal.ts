import type { AccountId } from '../account/account.ts';
import type { AccessTokenValue } from '../account/tokens.ts';
import { throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import type { LazyValue } from '../async/lazyValue.ts';
import { SingleFlight } from '../async/singleFlight.ts';
import { waitAskedFor } from '../errors/rateLimitedError.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import type { Log } from '../log/log.ts';
import { freshnessOf, remainingLifetime, type Arrival } from './accessTokenLifetime.ts';
import type { SessionWriters } from './createSessionWriters.ts';
import type { SessionStore } from './sessionStore.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';
import type { RenewalReason } from './tokenRotation.ts';

/** For how long what was read is used without reading again behind it, in milliseconds. */
const unreadFor = 1000;

/** How long no token that still lives is renewed after that has failed, in milliseconds: nobody waits for it. */
const pauseAhead = 30_000;

interface SessionRenewalOptions {
  readonly store: SessionStore;
  /** Used when a token has to be renewed: most windows begin with one that lives. */
  readonly writers: LazyValue<SessionWriters>;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1: where in the spread of windows this one stands. */
  readonly jitter: number;
}

/** The latest token of a session that arrived in this window, and when. */
interface TokenArrival extends Arrival {
  readonly accessToken: AccessTokenValue;
}

/** Keeps the access tokens of all sessions alive, across windows. */
export class SessionRenewal {
  readonly #options: SessionRenewalOptions;
  readonly #flights = new SingleFlight<AccountId, StoredSession>();
  readonly #arrivals = new Map<AccountId, TokenArrival>();
  /** When a session was last read again behind its use, on the monotonic clock. */
  readonly #readAgainAt = new Map<AccountId, number>();
  /** Until when, on the monotonic clock, a token that still lives is not renewed, whatever has failed. */
  readonly #aheadUntil = new Map<AccountId, number>();

  constructor(options: SessionRenewalOptions) {
    this.#options = options;
  }

  /** Notes that the tokens of `session` have arrived just now. */
  noteArrival(session: StoredSession): void {
    const { clock } = this.#options;
    const { accessToken } = session;
    const arrival = { accessToken, wall: clock.now(), monotonic: clock.monotonic() };
    this.#arrivals.set(accountOfSession(session).id, arrival);
  }

  /**
   * A session whose access token can be tried, by a caller that comes back with `renewed` when it is rejected: as
   * it was last read, as SecretStorage answers late where the window is busy. Throws what `current` throws.
   */
  async lastKnown(id: AccountId, signal?: AbortSignal): Promise<StoredSession> {
    const { jitter, store } = this.#options;
    const session = store.lastRead(id);
    const isUsable =
      session?.state === 'active' &&
      freshnessOf(this.remaining(session), session.expiresIn, jitter) === 'fresh';
    if (!isUsable) {
      return await this.current(id, signal);
    }
    throwIfAborted(signal);
    this.#readAgain(id);
    return session;
  }

  /**
   * A session whose access token can be sent now. Throws `SessionExpiredError` if the user has to
   * sign in again, `SessionDoubtfulError` if the service leaves that open, `ConfigurationError` without a
   * client secret, `StorageError`, `CancelledError`, and what the token endpoint throws; none of these but
   * the first ends the session.
   */
  async current(id: AccountId, signal?: AbortSignal): Promise<StoredSession> {
    const { clock, jitter, store } = this.#options;
    const session = await store.active(id);
    const remaining = this.remaining(session);
    if (remaining > 0 && clock.monotonic() < (this.#aheadUntil.get(id) ?? 0)) {
      return session;
    }
    switch (freshnessOf(remaining, session.expiresIn, jitter)) {
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
    const session = await this.#options.store.active(id);
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

  /** Whether the tokens of `session` have arrived in this window, and none since. */
  hasArrived(session: StoredSession): boolean {
    return this.#arrivals.get(accountOfSession(session).id)?.accessToken === session.accessToken;
  }

  /** How long the access token of `session` still lives, in milliseconds. */
  remaining(session: StoredSession): number {
    const latest = this.#arrivals.get(accountOfSession(session).id);
    const arrival = latest?.accessToken === session.accessToken ? latest : undefined;
    return remainingLifetime(session, arrival, this.#options.clock);
  }

  /** Gets new tokens in place of those of `outdated`, unless another window has done so already. */
  async #renew(
    id: AccountId,
    outdated: StoredSession,
    reason: RenewalReason,
    signal?: AbortSignal,
  ): Promise<StoredSession> {
    const work = async (): Promise<StoredSession> =>
      await (await this.#options.writers.get()).renewal.renew(id, outdated, reason);
    // The caller may leave: the answer to a refresh token that was sent is stored anyway.
    return await this.#flights.run(id, work, signal);
  }

  /** Finds out behind the use of a session what another window has stored, where the platform does not report it. */
  #readAgain(id: AccountId): void {
    const { clock, log, store } = this.#options;
    if (clock.monotonic() - (this.#readAgainAt.get(id) ?? -Infinity) < unreadFor) {
      return;
    }
    this.#readAgainAt.set(id, clock.monotonic());
    store.read(id).catch((error: unknown) => {
      log.debug(`A session could not be read again: ${reasonOf(error)}`);
    });
  }

  /** The token in use is still valid, so there is no notification; a later renewal may succeed. */
  #pauseAfter(id: AccountId, error: unknown): void {
    const { clock, log } = this.#options;
    this.#aheadUntil.set(id, clock.monotonic() + Math.max(waitAskedFor(error), pauseAhead));
    log.warn(`A session could not be renewed ahead of need: ${reasonOf(error)}`);
  }
}
