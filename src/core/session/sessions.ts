import type { Account, AccountId } from '../account/account.ts';
import type { AccessToken, AccessTokenSource } from '../api/accessTokenSource.ts';
import { DisposableStore, type Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import type { LazyValue } from '../async/lazyValue.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import type { Log } from '../log/log.ts';
import type { PendingAuthorization } from '../oauth/pendingAuthorization.ts';
import type { TokenResponse } from '../oauth/tokenResponse.ts';
import type { SessionWriters } from './createSessionWriters.ts';
import type { GenerationMarker } from './generationMarker.ts';
import { lineageOf } from './sessionLineage.ts';
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
  /** When its tokens were issued last: wall-clock time, milliseconds since the epoch. */
  readonly issuedAt: number;
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

/** A session as it was when the sessions were last read. */
interface KnownSession {
  readonly session: Session;
  readonly version: string;
}

/** Up to which age an access token counts as recent, in milliseconds. */
const recentAge = 5 * 60_000;

interface SessionsOptions {
  readonly store: SessionStore;
  readonly renewal: SessionRenewal;
  readonly marker: GenerationMarker;
  /** Used at sign-ins and sign-outs alone. */
  readonly writers: LazyValue<SessionWriters>;
  readonly log: Log;
}

/** The sessions of all accounts: who is signed in, in this window and the others. */
export class Sessions implements Disposable {
  readonly #options: SessionsOptions;
  readonly #disposables = new DisposableStore();
  #known: ReadonlyMap<AccountId, KnownSession> = new Map();
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
    return [...this.#known.values()].map(({ session }) => session);
  }

  /**
   * Stores the session that a finished sign-in has brought; one of the same account is replaced.
   * Throws `ResponseSchemaError` if the service sent no refresh token, and `StorageError`.
   */
  async add(pending: PendingAuthorization, tokens: TokenResponse): Promise<Session> {
    const { records } = await this.#options.writers.get();
    return withoutTokens(await records.add(pending, tokens, async () => await this.#update()));
  }

  /**
   * Signs `id` out and leaves nothing of it. A renewal under way, here or in another window, does not
   * bring it back. A folder that cannot be written to does not keep anybody from signing out. Throws
   * `StorageError` if the secret store still has the session.
   */
  async remove(id: AccountId): Promise<void> {
    await (await this.#options.writers.get()).records.remove(id);
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
      accessToken: async (signal) => this.#accessTokenOf(await renewal.lastKnown(id, signal)),
      renewedAccessToken: async (rejected, signal) =>
        this.#accessTokenOf(await renewal.renewed(id, rejected.value, signal)),
    };
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #accessTokenOf(session: StoredSession): AccessToken {
    const { renewal } = this.#options;
    return {
      value: session.accessToken,
      isExpired: () => renewal.remaining(session) <= 0,
      isAdopted: () => !renewal.hasArrived(session),
      isRecent: () => session.expiresIn * 1000 - renewal.remaining(session) < recentAge,
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
      stored.map((session) => [
        accountOfSession(session).id,
        { session: withoutTokens(session), version: versionOf(session) },
      ]),
    );
    const added = [...present].filter(([id]) => !this.#known.has(id));
    const removed = [...this.#known].filter(([id]) => !present.has(id));
    const changed = [...present].flatMap(([id, { session, version }]) => {
      const known = this.#known.get(id);
      return known === undefined || known.version === version
        ? []
        : [{ ...session, previousState: known.session.state }];
    });
    this.#known = present;
    await this.#noteMarkers(stored);
    if (added.length + removed.length + changed.length > 0) {
      this.#onDidChangeSessions.fire({
        added: added.map(([, { session }]) => session),
        removed: removed.map(([, { session }]) => session),
        changed,
      });
    }
  }

  /** A window that has seen the marker of a session sees when another one signs out. */
  async #noteMarkers(sessions: readonly StoredSession[]): Promise<void> {
    const { log, marker } = this.#options;
    try {
      await Promise.all(sessions.map(async (session) => await marker.read(lineageOf(session))));
    } catch (error) {
      log.warn(`The markers of the sessions could not be read: ${reasonOf(error)}`);
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
    issuedAt: session.issuedAt,
    generation: session.generation,
  };
}

function versionOf({ generation, lineage, state }: StoredSession): string {
  return `${lineage}.${generation}.${state}`;
}
