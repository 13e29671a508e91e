import type { AccountId } from '../account/account.ts';
import type { AccessTokenValue } from '../account/tokens.ts';
import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import { SingleFlight } from '../async/singleFlight.ts';
import { RateLimitedError } from '../errors/rateLimitedError.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import { StorageError } from '../errors/storageError.ts';
import { TokenEndpointError } from '../errors/tokenEndpointError.ts';
import type { Log } from '../log/log.ts';
import type { TokenEndpoint } from '../oauth/tokenEndpoint.ts';
import type { TokenResponse } from '../oauth/tokenResponse.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { GenerationMarker } from './generationMarker.ts';
import type { HeldLock, RefreshLock } from './refreshLock.ts';
import type { SessionStore } from './sessionStore.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';
import { freshnessOf, remainingLifetime, type Arrival } from './tokenLifetime.ts';

/** How long another window's write may take to become visible here, in milliseconds. */
const visibilityDelay = 2000;

/** How long to leave the token endpoint alone after it has failed, while a token still lives, in milliseconds. */
const renewalPause = 30_000;

interface SessionRenewalOptions {
  readonly store: SessionStore;
  readonly lock: RefreshLock;
  readonly marker: GenerationMarker;
  readonly tokenEndpoint: TokenEndpoint;
  readonly clientSecrets: ClientSecrets;
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
 * under the lock, store before use) is what keeps a rotated refresh token from being lost or sent twice.
 */
export class SessionRenewal implements Disposable {
  readonly #options: SessionRenewalOptions;
  readonly #flights = new SingleFlight<AccountId, StoredSession>();
  readonly #arrivals = new Map<AccountId, TokenArrival>();
  /** Until when, on the monotonic clock, a token that still lives is not renewed ahead of need. */
  readonly #pausedUntil = new Map<AccountId, number>();
  readonly #onDidEnd = new Emitter<StoredSession>();
  readonly #onDidFallBehind = new Emitter<StoredSession>();
  /** Those that have fallen behind: each is notified once, and not waited for again. */
  readonly #behind = new Set<AccountId>();

  /** The service has refused to renew a session, and this window was the first to hear of it. */
  readonly onDidEnd = this.#onDidEnd.event;
  /** Another window has renewed a session, and what it stored is not visible in this one. */
  readonly onDidFallBehind = this.#onDidFallBehind.event;

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
   * A session whose access token can be sent now. Throws `SessionExpiredError` if the user has to
   * sign in again, `ConfigurationError` without a client secret, `StorageError`, `CancelledError`, and
   * what the token endpoint throws; none of these but the first ends the session.
   */
  async current(id: AccountId, signal?: AbortSignal): Promise<StoredSession> {
    const session = await this.#readActive(id);
    const remaining = this.remaining(session);
    if (remaining > 0 && this.#options.clock.monotonic() < (this.#pausedUntil.get(id) ?? 0)) {
      return session;
    }
    switch (freshnessOf(remaining, session.expiresIn, this.#options.jitter)) {
      case 'fresh':
        return session;
      case 'ageing':
        this.#renew(id, session).catch((error: unknown) => this.#pauseAfter(id, error));
        return session;
      case 'stale':
        try {
          return await this.#renew(id, session, signal);
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
    const session = await this.#readActive(id);
    if (session.accessToken !== rejected && this.remaining(session) > 0) {
      return session;
    }
    const renewed = await this.#renew(id, session, signal);
    // A renewal that was under way before may have ended with the very token that was rejected.
    return renewed.accessToken === rejected ? await this.#renew(id, renewed, signal) : renewed;
  }

  /** How long the access token of `session` still lives, in milliseconds. */
  remaining(session: StoredSession): number {
    const latest = this.#arrivals.get(accountOfSession(session).id);
    const arrival = latest?.accessToken === session.accessToken ? latest : undefined;
    return remainingLifetime(session, arrival, this.#options.clock);
  }

  dispose(): void {
    this.#onDidEnd.dispose();
    this.#onDidFallBehind.dispose();
  }

  /** Gets new tokens in place of those of `outdated`, unless another window has done so already. */
  async #renew(
    id: AccountId,
    outdated: StoredSession,
    signal?: AbortSignal,
  ): Promise<StoredSession> {
    const work = async (): Promise<StoredSession> => {
      for (;;) {
        const lock = await this.#options.lock.acquire(id);
        try {
          const stored = await this.#readNewest(id, lock);
          if (stored.generation > outdated.generation) {
            return stored;
          }
          if (await lock.isStillHeld()) {
            return await this.#refresh(stored, lock);
          }
        } finally {
          await lock.release();
        }
      }
    };
    return await this.#flights.run(id, work, signal);
  }

  /** Under the lock: sends the refresh token of `stored`, and stores the new tokens. */
  async #refresh(stored: StoredSession, lock: HeldLock): Promise<StoredSession> {
    const { clientSecrets, log, tokenEndpoint } = this.#options;
    const { id } = accountOfSession(stored);
    const clientSecret = await clientSecrets.require(stored);
    let tokens: TokenResponse;
    try {
      tokens = await tokenEndpoint.refresh({ ...stored, clientSecret });
    } catch (error) {
      if (error instanceof TokenEndpointError && error.outcome === 'refused') {
        return await this.#afterRefusal(stored, lock, error);
      }
      throw error;
    }
    if (tokens.tenantId !== stored.tenantId || tokens.userId !== stored.userId) {
      throw new ResponseSchemaError('tenant_id, user_id');
    }
    const renewed = await this.#store(lock, {
      ...stored,
      generation: stored.generation + 1,
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken ?? stored.refreshToken,
      scopes: [...(tokens.scopes ?? stored.scopes)],
      expiresIn: tokens.expiresIn,
      issuedAt: this.#options.clock.now(),
    });
    log.info(`Session ${id} was renewed.`);
    return renewed;
  }

  /** Stores `session`, or returns what another window, which took this one for dead, has stored meanwhile. */
  async #store(lock: HeldLock, session: StoredSession): Promise<StoredSession> {
    const { marker, store } = this.#options;
    const { id } = accountOfSession(session);
    this.noteArrival(session);
    let next = session;
    if (!(await lock.isStillHeld())) {
      const newest = await store.read(id);
      if (newest !== undefined && newest.generation >= session.generation) {
        if (newest.state === 'active' || session.state === 'signInNeeded') {
          return newest;
        }
        // The other window was refused because this one had already got the new tokens.
        next = { ...session, generation: newest.generation + 1 };
      }
    }
    await store.write(next);
    if ((await marker.read(id)) >= next.generation) {
      // Signed out meanwhile, here or in another window: what was just stored must not bring it back.
      await store.delete(id);
      throw new SessionExpiredError(id);
    }
    await marker.write(id, next.generation);
    return next;
  }

  async #afterRefusal(
    stored: StoredSession,
    lock: HeldLock,
    cause: TokenEndpointError,
  ): Promise<StoredSession> {
    const { id } = accountOfSession(stored);
    const again = await this.#readNewest(id, lock);
    if (again.generation !== stored.generation) {
      return again;
    }
    this.#options.log.warn(`Session ${id} was refused by the service: ${cause.message}`);
    return await this.#end({ ...stored, endReason: cause.serverError }, lock, { cause });
  }

  /** Keeps the record, and has the user sign in again; unless another window knows better. */
  async #end(
    stored: StoredSession,
    lock: HeldLock,
    options?: ErrorOptions,
  ): Promise<StoredSession> {
    const generation = stored.generation + 1;
    const ended = await this.#store(lock, { ...stored, generation, state: 'signInNeeded' });
    if (ended.state === 'active') {
      return ended;
    }
    this.#onDidEnd.fire(ended);
    throw new SessionExpiredError(accountOfSession(stored).id, options);
  }

  /** The newest session that any window has stored. */
  async #readNewest(id: AccountId, lock: HeldLock): Promise<StoredSession> {
    const { clock, log, marker } = this.#options;
    const started = clock.monotonic();
    for (;;) {
      const session = await this.#readActive(id);
      const newest = await marker.read(id);
      if (session.generation >= newest) {
        this.#behind.delete(id);
        return session;
      }
      if (this.#behind.has(id)) {
        throw new StorageError('renewedElsewhere');
      }
      if (clock.monotonic() - started > visibilityDelay) {
        if (await marker.isFromEarlierRun(id)) {
          log.warn(`The tokens of session ${id} were lost: they had not been stored.`);
          return await this.#end({ ...session, generation: newest }, lock);
        }
        this.#behind.add(id);
        this.#onDidFallBehind.fire(session);
        throw new StorageError('renewedElsewhere');
      }
      await delay(clock, 50);
    }
  }

  async #readActive(id: AccountId): Promise<StoredSession> {
    const session = await this.#options.store.read(id);
    if (session === undefined || session.state === 'signInNeeded') {
      throw new SessionExpiredError(id);
    }
    return session;
  }

  /** The token in use still lives, so nobody has to be notified; a later renewal may succeed. */
  #pauseAfter(id: AccountId, error: unknown): void {
    const asked = error instanceof RateLimitedError ? error.retryAfterSeconds : undefined;
    const pause = asked === undefined ? renewalPause : asked * 1000;
    this.#pausedUntil.set(id, this.#options.clock.monotonic() + pause);
    this.#options.log.warn(`A session could not be renewed ahead of need: ${reasonOf(error)}`);
  }
}
