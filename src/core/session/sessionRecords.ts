import { accountOf, type AccountId } from '../account/account.ts';
import type { HttpTransport } from '../api/transport.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { AccountLock } from '../locks/accountLock.ts';
import type { LiveSecrets } from '../log/liveSecrets.ts';
import type { Log } from '../log/log.ts';
import type { PendingAuthorization } from '../oauth/pendingAuthorization.ts';
import { TokenClient } from '../oauth/tokenClient.ts';
import type { TokenResponse } from '../oauth/tokenResponse.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { GenerationMarker } from './generationMarker.ts';
import { RenewalClaims } from './renewalClaims.ts';
import { RenewalPauses } from './renewalPauses.ts';
import type { RenewalRefusals } from './renewalRefusals.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { createHandoverKey, SessionHandover } from './sessionHandover.ts';
import type { SessionStore } from './sessionStore.ts';
import type { SessionTransitionLog } from './sessionTransitionLog.ts';
import { SharedSessions, type SharedSessionsOptions } from './sharedSessions.ts';
import type { SignOutCleanup } from './signOutCleanup.ts';
import type { SignOutMarks } from './signOutMarks.ts';
import { createLineage, lineageOf, type StoredSession } from './storedSession.ts';
import { TokenRotation, type TokenRotationOptions } from './tokenRotation.ts';

/** Time for which a sign-out waits for the lock of the session, in milliseconds: a renewal may take longer. */
const lockTimeout = 2000;

interface SessionRecordsOptions {
  readonly store: SessionStore;
  readonly shared: SharedSessions;
  readonly cleanup: SignOutCleanup;
  readonly lock: AccountLock;
  readonly marker: GenerationMarker;
  readonly signOuts: SignOutMarks;
  readonly transitions: SessionTransitionLog;
  /** Called when the tokens of a session have just arrived. */
  readonly onDidIssue: (session: StoredSession) => void;
  /** Called when a sign-in has replaced a session with blocking refusals. */
  readonly onDidSettleDoubt: (refusals: RenewalRefusals) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the record of a session at a sign-in, and removes it at a sign-out. */
class SessionRecords {
  readonly #options: SessionRecordsOptions;

  constructor(options: SessionRecordsOptions) {
    this.#options = options;
  }

  /** Implements `Sessions.add`. Calls `onDidStore` before `onDidSettleDoubt`. */
  async add(
    pending: PendingAuthorization,
    tokens: TokenResponse,
    onDidStore: () => Promise<void>,
  ): Promise<StoredSession> {
    const { clock, lock, log, onDidIssue, onDidSettleDoubt, shared, signOuts, store, transitions } =
      this.#options;
    if (tokens.refreshToken === undefined) {
      throw new ResponseSchemaError('refresh_token');
    }
    const { id } = accountOf(pending.baseUrl, tokens.tenantId, tokens.userId);
    const held = await lock.acquire(id);
    let earlier: StoredSession | undefined;
    let session: StoredSession;
    try {
      earlier = await this.#readEarlier(id);
      if (earlier === undefined) {
        await this.#deleteEnded(id);
      }
      const scopes = [...(tokens.scopes ?? pending.scopes)];
      session = {
        version: 3,
        lineage: createLineage(),
        handoverKey: createHandoverKey(),
        generation: (earlier?.generation ?? 0) + 1,
        baseUrl: pending.baseUrl,
        tenantId: tokens.tenantId,
        userId: tokens.userId,
        connectionName: pending.connectionName,
        clientId: pending.clientId,
        redirectUri: pending.redirectUri,
        scopes,
        addedScopes: pending.addedScopes?.filter((scope) => scopes.includes(scope)),
        state: 'active',
        accessToken: tokens.accessToken,
        refreshToken: tokens.refreshToken,
        issuedAt: clock.now(),
        expiresIn: tokens.expiresIn,
      };
      onDidIssue(session);
      await store.write(session);
      await shared.publish(session);
      if (earlier !== undefined) {
        // Windows that know the earlier session need not sign in as well.
        await shared.publish(session, earlier);
      }
      transitions.record(id, 'signedIn');
      log.info(`Session ${id} was added.`);
    } finally {
      await held.release();
    }
    // Without the lock, which must not be held while the keyring may not answer.
    if (earlier !== undefined) {
      await signOuts.addReplaced(lineageOf(earlier), session.lineage);
    }
    await onDidStore();
    if (earlier?.refusals?.isBlocking === true) {
      onDidSettleDoubt(earlier.refusals);
    }
    return session;
  }

  /** Implements `Sessions.remove`. */
  async remove(id: AccountId): Promise<void> {
    const { cleanup, clock, lock, log, signOuts, store, transitions } = this.#options;
    // Marked first, so that a pending renewal sees the end. The sign-out waits for neither the renewal nor
    // the keyring.
    const known = store.known(id)?.lineage;
    const noted = await this.#notedOf(id);
    const marking = signOuts.add(id, [...noted, ...(known === undefined ? [] : [known])]);
    store.forget(id);
    await marking;
    const stored = (await this.#readEarlier(id))?.lineage;
    if (stored !== undefined && stored !== known && !noted.includes(stored)) {
      await signOuts.add(id, [stored]);
    }
    const impatience = new AbortController();
    const timer = clock.schedule(lockTimeout, () => impatience.abort());
    const held = await lock.acquire(id, impatience.signal).catch(() => undefined);
    timer.dispose();
    try {
      await store.delete(id);
      transitions.record(id, 'signedOut');
      log.info(`Session ${id} was removed.`);
      await cleanup.tryToRemoveFiles(id, held !== undefined);
    } finally {
      await held?.release();
    }
  }

  /**
   * Deletes a session that has ended, so that its end is marked everywhere before another session replaces
   * it.
   */
  async #deleteEnded(id: AccountId): Promise<void> {
    const { log, store } = this.#options;
    try {
      await store.deleteEnded(id);
    } catch (error) {
      log.warn(`What is left of an earlier session could not be deleted: ${reasonOf(error)}`);
    }
  }

  /** Returns the sign-ins of `id` that have a file in the folder. */
  async #notedOf(id: AccountId): Promise<readonly string[]> {
    const { log, marker } = this.#options;
    try {
      return (await marker.lineages(id)).map(({ lineage }) => lineage);
    } catch (error) {
      log.warn(`The markers of session ${id} could not be read: ${reasonOf(error)}`);
      return [];
    }
  }

  async #readEarlier(id: AccountId): Promise<StoredSession | undefined> {
    const { log, store } = this.#options;
    try {
      return await store.read(id);
    } catch (error) {
      // An unreadable keyring does not prevent a sign-in.
      log.warn(`The earlier session could not be read: ${reasonOf(error)}`);
      return undefined;
    }
  }
}

interface CreateSessionWritersOptions
  extends
    Omit<SharedSessionsOptions, 'handover'>,
    Omit<SessionRecordsOptions, 'lock' | 'shared'>,
    Omit<TokenRotationOptions, 'lock' | 'claims' | 'pauses' | 'shared' | 'tokenClient'> {
  readonly folder: SessionFolder;
  readonly secrets: SecretStore;
  readonly liveSecrets: LiveSecrets;
  readonly transport: HttpTransport;
  /** Envelope codes by which a service reports the end of a session. */
  readonly invalidGrantCodes: () => readonly number[];
  /** Creates the lock in the folder of the sessions; `AccountLock` by default. */
  readonly createLock?: (folder: string) => AccountLock;
  /** Creates the mutual exclusion of hosts; `RenewalClaims` by default. */
  readonly createClaims?: (folder: string) => RenewalClaims;
}

/** Operations that change sessions: renewal, sign-in and sign-out. */
export interface SessionWriters {
  readonly rotation: TokenRotation;
  readonly records: SessionRecords;
  readonly shared: SharedSessions;
  /** Mutual exclusion of the windows that share the folder. */
  readonly lock: AccountLock;
  readonly tokenClient: TokenClient;
}

/**
 * Creates the parts that sign in, sign out and renew. A window with a valid access token needs none of these
 * parts, so `createSessions` loads them on first use.
 */
export function createSessionWriters(options: CreateSessionWritersOptions): SessionWriters {
  const { clock, folder, invalidGrantCodes, liveSecrets, log, secrets, transport } = options;
  const { path } = folder;
  const lock = options.createLock?.(path) ?? new AccountLock(path, clock);
  const claims = options.createClaims?.(path) ?? new RenewalClaims(secrets, path, clock, log);
  const tokenClient = new TokenClient(transport, invalidGrantCodes, liveSecrets);
  const handover = new SessionHandover(folder, liveSecrets, log);
  const pauses = new RenewalPauses(clock);
  const shared = new SharedSessions({ ...options, handover });
  return {
    rotation: new TokenRotation({ ...options, lock, claims, pauses, shared, tokenClient }),
    records: new SessionRecords({ ...options, lock, shared }),
    shared,
    lock,
    tokenClient,
  };
}
