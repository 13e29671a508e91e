import type { Account, AccountId } from '../account/account.ts';
import type { AccessToken, AccessTokenSource } from '../api/apiClient.ts';
import { type Disposable, DisposableStore } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import type { LazyValue } from '../async/lazyValue.ts';
import { Sequencer } from '../async/sequencer.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { describeRefusal } from '../errors/sessionDoubtfulError.ts';
import type { Log } from '../log/log.ts';
import type { PendingAuthorization } from '../oauth/pendingAuthorization.ts';
import type { TokenResponse } from '../oauth/tokenResponse.ts';
import type { RenewalRefusals } from './renewalRefusals.ts';
import type { SessionWriters } from './sessionRecords.ts';
import type { SessionRenewal } from './sessionRenewal.ts';
import type { SessionStore } from './sessionStore.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';

/** A session without its tokens, for the rest of the extension. */
export interface Session {
  readonly account: Account;
  readonly connectionName: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Scopes requested in addition to the connection's; undefined if an earlier version signed in. */
  readonly addedScopes: readonly string[] | undefined;
  /** `signInNeeded`: the session cannot be renewed, and its record is kept until the user signs in again. */
  readonly state: 'active' | 'signInNeeded';
  /** Message of the service when it refused a renewal, for display. */
  readonly endReason: string | undefined;
  /** Unexplained refusals to renew the session, if it no longer works because of them. */
  readonly doubt: RenewalRefusals | undefined;
  /** Time at which the tokens were last issued: wall-clock time, in milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Incremented with every change of the tokens or the state. */
  readonly generation: number;
}

/** A session that has changed. */
export interface ChangedSession extends Session {
  readonly previousState: Session['state'];
  /** True for a new sign-in, false for a renewal or an end. */
  readonly isNewSignIn: boolean;
}

/** Change of the set of sessions. */
export interface SessionChange {
  readonly added: readonly Session[];
  readonly removed: readonly Session[];
  readonly changed: readonly ChangedSession[];
}

/** Session as last read. */
interface KnownSession {
  readonly session: Session;
  readonly lineage: string;
  readonly version: string;
}

/** Maximum age of a recent access token, in milliseconds. */
const recentAge = 5 * 60_000;

interface SessionsOptions {
  readonly store: SessionStore;
  readonly renewal: SessionRenewal;
  /** Loaded for sign-ins and sign-outs. */
  readonly writers: LazyValue<SessionWriters>;
  readonly log: Log;
}

/** Sessions of all accounts, across windows. */
export class Sessions implements Disposable {
  readonly #options: SessionsOptions;
  readonly #disposables = new DisposableStore();
  #known: ReadonlyMap<AccountId, KnownSession> = new Map();
  readonly #onDidChangeSessions = this.#disposables.add(new Emitter<SessionChange>());
  readonly #updates = new Sequencer();
  /** False before the first read, when there are no earlier sessions to compare. */
  #hasBegun = false;

  /** Fires when sessions were added, removed or changed, here or, if the platform reports it, in another window. */
  readonly onDidChangeSessions = this.#onDidChangeSessions.event;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#disposables.add(
      options.store.onDidChange(() => {
        if (this.#hasBegun) {
          void this.#updateSafely();
        }
      }),
    );
  }

  /** Reads all sessions. Throws `StorageError`. */
  async sessions(): Promise<readonly Session[]> {
    await this.#update();
    return [...this.#known.values()].map(({ session }) => session);
  }

  /** Returns the session of `id` as last read in this window; undefined if there is none. */
  known(id: AccountId): Session | undefined {
    return this.#known.get(id)?.session;
  }

  /** Returns whether the last reading found every session that may be stored. */
  get isComplete(): boolean {
    return this.#options.store.isComplete;
  }

  /**
   * Stores the session of a finished sign-in, replacing any session of the same account, and returns it.
   * Throws `ResponseSchemaError` if the service sent no refresh token, and `StorageError`.
   */
  async add(pending: PendingAuthorization, tokens: TokenResponse): Promise<Session> {
    const { records } = await this.#options.writers.get();
    return withoutTokens(
      await records.add(pending, tokens, async () => await this.#updateSafely()),
    );
  }

  /**
   * Signs out of `id` and deletes all its data. A pending renewal in any window does not restore it. A
   * read-only folder does not prevent the sign-out. Throws `StorageError` if the secret store still has the
   * session.
   */
  async remove(id: AccountId): Promise<void> {
    await (await this.#options.writers.get()).records.remove(id);
    await this.#updateSafely();
  }

  /**
   * Returns the access token of `id`, for a caller that needs its text. Throws the errors of
   * `SessionRenewal.current`.
   */
  async accessToken(id: AccountId, signal?: AbortSignal): Promise<AccessToken> {
    return this.#accessTokenOf(await this.#options.renewal.current(id, signal));
  }

  /** Renews the tokens of `id` now, whatever their state. Throws the errors of `accessToken`. */
  async renew(id: AccountId): Promise<void> {
    const { renewal, store } = this.#options;
    const { accessToken } = await store.active(id);
    await renewal.renewed(id, accessToken);
  }

  /** Returns the source of access tokens of `id`, for a client. */
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

  /** Reads all sessions and reports changes. Updates are sequential, so that no change is reported twice. */
  async #update(): Promise<void> {
    this.#hasBegun = true;
    await this.#updates.queue(async () => await this.#readAndCompare());
  }

  /** Runs `#update` after an operation that succeeds even if the sessions cannot be read. Never throws. */
  async #updateSafely(): Promise<void> {
    try {
      await this.#update();
    } catch (error) {
      this.#options.log.warn(`The stored sessions could not be read: ${reasonOf(error)}`);
    }
  }

  async #readAndCompare(): Promise<void> {
    const stored = await this.#options.store.list();
    const present = new Map(
      stored.map((session) => [
        accountOfSession(session).id,
        {
          session: withoutTokens(session),
          lineage: session.lineage,
          version: versionOf(session),
        },
      ]),
    );
    const added = [...present].filter(([id]) => !this.#known.has(id));
    const removed = [...this.#known].filter(([id]) => !present.has(id));
    const changed = [...present].flatMap(([id, { session, lineage, version }]) => {
      const known = this.#known.get(id);
      return known === undefined || known.version === version
        ? []
        : [
            {
              ...session,
              previousState: known.session.state,
              isNewSignIn: known.lineage !== lineage,
            },
          ];
    });
    this.#known = present;
    if (added.length + removed.length + changed.length > 0) {
      this.#onDidChangeSessions.fire({
        added: added.map(([, { session }]) => session),
        removed: removed.map(([, { session }]) => session),
        changed,
      });
    }
  }
}

function withoutTokens(session: StoredSession): Session {
  return {
    account: accountOfSession(session),
    connectionName: session.connectionName,
    clientId: session.clientId,
    scopes: session.scopes,
    addedScopes: session.addedScopes,
    state: session.state,
    endReason: session.endReason,
    doubt: doubtOf(session),
    issuedAt: session.issuedAt,
    generation: session.generation,
  };
}

function doubtOf({ refusals, state }: StoredSession): RenewalRefusals | undefined {
  return state === 'active' && refusals?.isBlocking === true ? refusals : undefined;
}

function versionOf(session: StoredSession): string {
  const { generation, lineage, state } = session;
  const doubt = doubtOf(session);
  const said = doubt === undefined ? '' : describeRefusal(doubt);
  return [lineage, generation, state, said].join('.');
}
