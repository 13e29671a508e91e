import { type Account, type AccountId, accountOf } from '../account/account.ts';
import type { AccessToken, AccessTokenSource } from '../api/accessTokenSource.ts';
import type { Clock } from '../async/clock.ts';
import { DisposableStore, type Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import type { Log } from '../log/log.ts';
import type { PendingAuthorization } from '../oauth/pendingAuthorization.ts';
import type { TokenResponse } from '../oauth/tokenResponse.ts';
import type { GenerationMarker } from './generationMarker.ts';
import type { RefreshLock } from './refreshLock.ts';
import type { SessionRenewal } from './sessionRenewal.ts';
import type { SessionStore } from './sessionStore.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';

/** A session as the rest of the extension sees it: everything but the tokens. */
export interface Session {
  readonly account: Account;
  readonly connectionName: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** `signInNeeded`: it cannot be renewed, and its record is kept until the user signs in again. */
  readonly state: 'active' | 'signInNeeded';
  /** What the service said when it refused to renew it, fit to be shown. */
  readonly endReason: string | undefined;
  /** Moves with every change of the tokens or the state. */
  readonly generation: number;
}

/** A session that has changed. */
export interface ChangedSession extends Session {
  readonly previousState: Session['state'];
}

/** How the set of sessions has changed. */
export interface SessionChange {
  readonly added: readonly Session[];
  readonly removed: readonly Session[];
  readonly changed: readonly ChangedSession[];
}

interface SessionsOptions {
  readonly store: SessionStore;
  readonly renewal: SessionRenewal;
  readonly lock: RefreshLock;
  readonly marker: GenerationMarker;
  readonly clock: Clock;
  readonly log: Log;
}

/** The sessions of all accounts: who is signed in, in this window and the others. */
export class Sessions implements Disposable {
  readonly #options: SessionsOptions;
  readonly #disposables = new DisposableStore();
  readonly #known = new Map<AccountId, Session>();
  readonly #onDidChangeSessions = this.#disposables.add(new Emitter<SessionChange>());
  #lastUpdate: Promise<void> | undefined;

  /** Sessions were added, removed or changed, here or, if the platform reports it, in another window. */
  readonly onDidChangeSessions = this.#onDidChangeSessions.event;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#disposables.add(
      options.store.onDidChange(() => {
        // Before the first reading there is nothing to compare with.
        if (this.#lastUpdate !== undefined) {
          this.#update().catch((error: unknown) => this.#reportFailedUpdate(error));
        }
      }),
    );
  }

  /** All sessions, read anew. Throws `StorageError`. */
  async sessions(): Promise<readonly Session[]> {
    await this.#update();
    return [...this.#known.values()];
  }

  /**
   * Stores the session that a finished sign-in has brought; one of the same account is replaced.
   * Throws `ResponseSchemaError` if the service sent no refresh token, and `StorageError`.
   */
  async add(pending: PendingAuthorization, tokens: TokenResponse): Promise<Session> {
    const { clock, lock, log, marker, store } = this.#options;
    if (tokens.refreshToken === undefined) {
      throw new ResponseSchemaError('refresh_token');
    }
    const { id } = accountOf(pending.baseUrl, tokens.tenantId, tokens.userId);
    const held = await lock.acquire(id);
    try {
      const session: StoredSession = {
        version: 2,
        generation: (await this.#newestGeneration(id)) + 1,
        baseUrl: pending.baseUrl,
        tenantId: tokens.tenantId,
        userId: tokens.userId,
        connectionName: pending.connectionName,
        clientId: pending.clientId,
        redirectUri: pending.redirectUri,
        scopes: [...(tokens.scopes ?? pending.scopes)],
        state: 'active',
        accessToken: tokens.accessToken,
        refreshToken: tokens.refreshToken,
        issuedAt: clock.now(),
        expiresIn: tokens.expiresIn,
      };
      this.#options.renewal.noteArrival(session);
      await store.write(session);
      await marker.write(id, session.generation);
      log.info(`Session ${id} was added.`);
      await this.#update();
      return withoutTokens(session);
    } finally {
      await held.release();
    }
  }

  /** Signs `id` out. A renewal under way, here or in another window, does not bring it back. Throws `StorageError`. */
  async remove(id: AccountId): Promise<void> {
    const { marker, store } = this.#options;
    const session = await store.read(id);
    const generation = Math.max(session?.generation ?? 0, await marker.read(id)) + 1;
    await marker.write(id, generation);
    await store.delete(id);
    this.#options.log.info(`Session ${id} was removed.`);
    await this.#update();
  }

  /** The access token of `id`, for a caller that must have its text. Throws what `SessionRenewal.current` throws. */
  async accessToken(id: AccountId, signal?: AbortSignal): Promise<AccessToken> {
    return this.#accessTokenOf(await this.#options.renewal.current(id, signal));
  }

  /** The access tokens of `id`, for a client. */
  accessTokenSource(id: AccountId): AccessTokenSource {
    const { renewal } = this.#options;
    return {
      accessToken: async (signal) => this.#accessTokenOf(await renewal.current(id, signal)),
      renewedAccessToken: async (rejected, signal) =>
        this.#accessTokenOf(await renewal.renewed(id, rejected.value, signal)),
    };
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #newestGeneration(id: AccountId): Promise<number> {
    const { log, marker, store } = this.#options;
    let stored: StoredSession | undefined;
    try {
      stored = await store.read(id);
    } catch (error) {
      // A keyring that cannot be read does not keep anybody from signing in.
      log.warn(`The earlier session could not be read: ${reasonOf(error)}`);
    }
    return Math.max(stored?.generation ?? 0, await marker.read(id));
  }

  #accessTokenOf(session: StoredSession): AccessToken {
    return {
      value: session.accessToken,
      isExpired: () => this.#options.renewal.remaining(session) <= 0,
    };
  }

  /** Reads all sessions and reports what has changed; one update after the other, so that none is reported twice. */
  async #update(): Promise<void> {
    const previous = this.#lastUpdate ?? Promise.resolve();
    this.#lastUpdate = previous.then(
      async () => await this.#readAndCompare(),
      async () => await this.#readAndCompare(),
    );
    await this.#lastUpdate;
  }

  async #readAndCompare(): Promise<void> {
    const stored = await this.#options.store.list();
    const present = new Map(
      stored.map((session) => [accountOfSession(session).id, withoutTokens(session)]),
    );
    const added = [...present.values()].filter(({ account }) => !this.#known.has(account.id));
    const removed = [...this.#known.values()].filter(({ account }) => !present.has(account.id));
    const changed = [...present.values()].flatMap((session) => {
      const known = this.#known.get(session.account.id);
      return known === undefined || known.generation === session.generation
        ? []
        : [{ ...session, previousState: known.state }];
    });
    this.#known.clear();
    for (const [id, session] of present) {
      this.#known.set(id, session);
    }
    if (added.length + removed.length + changed.length > 0) {
      this.#onDidChangeSessions.fire({ added, removed, changed });
    }
  }

  #reportFailedUpdate(error: unknown): void {
    this.#options.log.warn(`The stored sessions could not be read: ${reasonOf(error)}`);
  }
}

function withoutTokens(session: StoredSession): Session {
  return {
    account: accountOfSession(session),
    connectionName: session.connectionName,
    clientId: session.clientId,
    scopes: session.scopes,
    state: session.state,
    endReason: session.endReason,
    generation: session.generation,
  };
}
