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
import type { SessionWriters } from './sessionRecords.ts';
import type { SessionStore } from './sessionStore.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';
import type { RenewalReason } from './tokenRotation.ts';

/** Time for which a session is used without reading it again in the background, in milliseconds. */
const unreadFor = 1000;

/** Pause after a failed renewal of a token that is still valid, in milliseconds; no caller waits for it. */
const pauseAhead = 30_000;

interface SessionRenewalOptions {
  readonly store: SessionStore;
  /** Loaded for the first renewal: most windows start with a valid token. */
  readonly writers: LazyValue<SessionWriters>;
  readonly clock: Clock;
  readonly log: Log;
  /** Position of this window in the spread of all windows, from 0 to 1. */
  readonly jitter: number;
}

/** Latest token of a session that arrived in this window, with its time. */
interface TokenArrival extends Arrival {
  readonly accessToken: AccessTokenValue;
}

/** Keeps the access tokens of all sessions valid, across windows. */
export class SessionRenewal {
  readonly #options: SessionRenewalOptions;
  readonly #flights = new SingleFlight<AccountId, StoredSession>();
  readonly #arrivals = new Map<AccountId, TokenArrival>();
  /** Times of the last background reads of sessions, on the monotonic clock. */
  readonly #readAgainAt = new Map<AccountId, number>();
  /** Times on the monotonic clock until which valid tokens are not renewed after a failure. */
  readonly #aheadUntil = new Map<AccountId, number>();

  constructor(options: SessionRenewalOptions) {
    this.#options = options;
  }

  /** Records that the tokens of `session` have just arrived. */
  noteArrival(session: StoredSession): void {
    const { clock } = this.#options;
    const { accessToken } = session;
    const arrival = { accessToken, wall: clock.now(), monotonic: clock.monotonic() };
    this.#arrivals.set(accountOfSession(session).id, arrival);
  }

  /**
   * Like `current`, but if the access token last read is fresh, does not wait for SecretStorage, which is
   * slow in a busy window. If the service rejects the token, the caller calls `renewed`.
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
   * Returns a session with a valid access token. Throws `SessionExpiredError` if the user has to sign in
   * again, `SessionDoubtfulError` if the service leaves that open, `ConfigurationError` without a client
   * secret, `StorageError`, `CancelledError`, and the errors of the token endpoint; only
   * `SessionExpiredError` means that the session has ended.
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

  /** Returns a session with an access token other than `rejected`. Throws the errors of `current`. */
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
    // A renewal that was already pending may have ended with the rejected token itself.
    return renewed.accessToken === rejected
      ? await this.#renew(id, renewed, reason, signal)
      : renewed;
  }

  /** Returns whether the tokens of `session` are the latest that arrived in this window. */
  hasArrived(session: StoredSession): boolean {
    return this.#arrivals.get(accountOfSession(session).id)?.accessToken === session.accessToken;
  }

  /** Remaining lifetime of the access token of `session`, in milliseconds. */
  remaining(session: StoredSession): number {
    const latest = this.#arrivals.get(accountOfSession(session).id);
    const arrival = latest?.accessToken === session.accessToken ? latest : undefined;
    return remainingLifetime(session, arrival, this.#options.clock);
  }

  /**
   * Replaces the tokens of `outdated`, unless another window has done so already, and returns the session.
   */
  async #renew(
    id: AccountId,
    outdated: StoredSession,
    reason: RenewalReason,
    signal?: AbortSignal,
  ): Promise<StoredSession> {
    const isTokenUsable = reason === 'renewedAhead' && this.remaining(outdated) > 0;
    const request = { reason, isTokenUsable };
    const work = async (): Promise<StoredSession> =>
      await (await this.#options.writers.get()).rotation.renew(id, outdated, request);
    // The caller may leave: the response to a refresh token that was sent is stored anyway.
    return await this.#flights.run(id, work, signal);
  }

  /** Reads the session in the background, to find changes by other windows that the platform does not report. */
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

  /**
   * Pauses renewal without a notification: the current token is still valid, and a later renewal may succeed.
   */
  #pauseAfter(id: AccountId, error: unknown): void {
    const { clock, log } = this.#options;
    this.#aheadUntil.set(id, clock.monotonic() + Math.max(waitAskedFor(error), pauseAhead));
    log.warn(`A session could not be renewed ahead of need: ${reasonOf(error)}`);
  }
}

/** Difference between the two clocks that indicates sleep or an adjusted clock, in milliseconds. */
const clockJump = 30_000;

/** Time of an access token's arrival in this process, by both clocks. */
export interface Arrival {
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * Returns the remaining lifetime of the access token of `session`, in milliseconds; negative once it has
 * expired. A token that arrived in this process is timed on the monotonic clock, so that a wrong clock does no
 * harm, unless the wall clock has jumped ahead: then the machine may have slept. A token read from the store
 * can only be timed by the wall clock.
 */
export function remainingLifetime(
  session: StoredSession,
  arrival: Arrival | undefined,
  clock: Clock,
): number {
  const lifetime = session.expiresIn * 1000;
  const byWallClock = session.issuedAt + lifetime - clock.now();
  if (arrival === undefined) {
    // A token from the future was stored under another clock; it cannot live longer than its lifetime.
    return Math.min(byWallClock, lifetime);
  }
  const elapsed = clock.monotonic() - arrival.monotonic;
  const jump = clock.now() - arrival.wall - elapsed;
  const byMonotonicClock = lifetime - elapsed;
  return jump > clockJump ? byMonotonicClock - jump : byMonotonicClock;
}

/** Freshness of an access token, which determines whether it is renewed. */
export type TokenFreshness =
  /** Usable. */
  | 'fresh'
  /** Usable, but to be renewed in the background. */
  | 'ageing'
  /** To be renewed before use. */
  | 'stale';

/**
 * Returns `stale` with less than 2 minutes left (or a tenth of a short lifetime), and `ageing` from about 80%
 * of the lifetime. `jitter` from 0 to 1 spreads the windows over a tenth of the lifetime.
 */
export function freshnessOf(remaining: number, expiresIn: number, jitter: number): TokenFreshness {
  const lifetime = expiresIn * 1000;
  if (remaining < Math.min(120_000, lifetime / 10)) {
    return 'stale';
  }
  return remaining < lifetime * (0.2 + 0.05 - 0.1 * jitter) ? 'ageing' : 'fresh';
}
