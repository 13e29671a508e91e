import type { AccountId } from '../base/account.ts';
import { delay } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { ResponseSchemaError } from '../base/errors/responseSchemaError.ts';
import { SessionExpiredError } from '../base/errors/sessionExpiredError.ts';
import { StorageError } from '../base/errors/storageError.ts';
import { TokenEndpointError } from '../base/errors/tokenEndpointError.ts';
import { Emitter } from '../base/event.ts';
import type { Log } from '../base/log.ts';
import { SingleFlight } from '../base/singleFlight.ts';
import type { AccessTokenValue } from '../base/tokens.ts';
import type { TokenEndpoint } from '../oauth/tokenEndpoint.ts';
import type { TokenResponse } from '../oauth/tokenResponse.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { GenerationMarker } from './generationMarker.ts';
import type { RefreshLock } from './refreshLock.ts';
import type { SessionStore } from './sessionStore.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';
import { freshnessOf, remainingLifetime, type Arrival } from './tokenLifetime.ts';

/** How long another window's write may take to become visible here, in milliseconds. */
const visibilityDelay = 2000;

/** What the tokens of sessions depend on. */
export interface SessionTokensOptions {
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

/**
 * Keeps the access tokens of all sessions alive, across windows. The order of things (read again
 * under the lock, store before use) is what keeps a rotated refresh token from being lost or sent twice.
 */
export class SessionTokens implements Disposable {
  readonly #options: SessionTokensOptions;
  readonly #flights = new SingleFlight<AccountId, StoredSession>();
  readonly #arrivals = new Map<AccessTokenValue, Arrival>();
  readonly #onDidEnd = new Emitter<StoredSession>();

  /** The service has refused to renew a session, and this window was the first to hear of it. */
  readonly onDidEnd = this.#onDidEnd.event;

  constructor(options: SessionTokensOptions) {
    this.#options = options;
  }

  /** Notes that the tokens of `session` have arrived just now. */
  noteArrival(session: StoredSession): void {
    const { clock } = this.#options;
    this.#arrivals.set(session.accessToken, { wall: clock.now(), monotonic: clock.monotonic() });
  }

  /**
   * A session whose access token can be sent now. Throws `SessionExpiredError` where the user has to
   * sign in again, `ConfigurationError` without a client secret, `StorageError`, `CancelledError`, and
   * what the token endpoint throws; none of these but the first ends the session.
   */
  async current(id: AccountId, signal?: AbortSignal): Promise<StoredSession> {
    const session = await this.#readActive(id);
    const remaining = this.remaining(session);
    switch (freshnessOf(remaining, session.expiresIn, this.#options.jitter)) {
      case 'fresh':
        return session;
      case 'ageing':
        this.#renew(id, session).catch((error: unknown) => this.#reportRefusal(error));
        return session;
      case 'stale':
        try {
          return await this.#renew(id, session, signal);
        } catch (error) {
          if (remaining > 0 && !(error instanceof SessionExpiredError) && !signal?.aborted) {
            this.#reportRefusal(error);
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
    const arrival = this.#arrivals.get(session.accessToken);
    return remainingLifetime(session, arrival, this.#options.clock);
  }

  dispose(): void {
    this.#onDidEnd.dispose();
  }

  /** Gets new tokens in place of those of `outdated`, unless another window has done so already. */
  async #renew(
    id: AccountId,
    outdated: StoredSession,
    signal?: AbortSignal,
  ): Promise<StoredSession> {
    const work = async (): Promise<StoredSession> => {
      const lock = await this.#options.lock.acquire(id);
      try {
        const stored = await this.#readNewest(id);
        return stored.generation > outdated.generation ? stored : await this.#refresh(stored);
      } finally {
        await lock.release();
      }
    };
    return await this.#flights.run(id, work, signal);
  }

  /** Under the lock: sends the refresh token of `stored`, and stores what comes back. */
  async #refresh(stored: StoredSession): Promise<StoredSession> {
    const { clientSecrets, log, tokenEndpoint } = this.#options;
    const { id } = accountOfSession(stored);
    const clientSecret = await clientSecrets.require(stored);
    let tokens: TokenResponse;
    try {
      tokens = await tokenEndpoint.refresh({ ...stored, clientSecret });
    } catch (error) {
      if (error instanceof TokenEndpointError && error.outcome === 'refused') {
        return await this.#afterRefusal(stored, error);
      }
      throw error;
    }
    if (tokens.tenantId !== stored.tenantId || tokens.userId !== stored.userId) {
      throw new ResponseSchemaError('tenant_id, user_id');
    }
    const renewed = await this.#store(stored, {
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

  async #store(previous: StoredSession, next: StoredSession): Promise<StoredSession> {
    const { marker, store } = this.#options;
    const { id } = accountOfSession(next);
    this.noteArrival(next);
    this.#arrivals.delete(previous.accessToken);
    await store.write(next);
    if ((await marker.read(id)) >= next.generation) {
      // Signed out meanwhile, here or in another window: what was just stored must not bring it back.
      await store.delete(id);
      throw new SessionExpiredError(id);
    }
    await marker.write(id, next.generation);
    return next;
  }

  async #afterRefusal(stored: StoredSession, cause: TokenEndpointError): Promise<StoredSession> {
    const { log } = this.#options;
    const { id } = accountOfSession(stored);
    const again = await this.#readNewest(id);
    if (again.generation !== stored.generation) {
      return again;
    }
    log.warn(`Session ${id} was refused by the service: ${cause.message}`);
    const ended = await this.#store(stored, {
      ...stored,
      generation: stored.generation + 1,
      state: 'signInNeeded',
    });
    this.#onDidEnd.fire(ended);
    throw new SessionExpiredError(id, { cause });
  }

  /** The newest session that any window has stored. */
  async #readNewest(id: AccountId): Promise<StoredSession> {
    const { clock, marker } = this.#options;
    const started = clock.monotonic();
    for (;;) {
      const session = await this.#readActive(id);
      if (session.generation >= (await marker.read(id))) {
        return session;
      }
      if (clock.monotonic() - started > visibilityDelay) {
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

  #reportRefusal(error: unknown): void {
    // The token in use still lives, so nobody has to be told; the next renewal may succeed.
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.log.warn(`A session could not be renewed ahead of need: ${reason}`);
  }
}
