import { accountOf, type AccountId } from '../account/account.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { isLockFile, type AccountLock } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import type { PendingAuthorization } from '../oauth/pendingAuthorization.ts';
import type { TokenResponse } from '../oauth/tokenResponse.ts';
import type { GenerationMarker } from './generationMarker.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { createHandoverKey } from './sessionHandover.ts';
import { createLineage } from './sessionLineage.ts';
import type { SessionStore } from './sessionStore.ts';
import type { SessionTransitionLog } from './sessionTransitionLog.ts';
import type { SharedSessions } from './sharedSessions.ts';
import type { StoredSession } from './storedSession.ts';

/** How long a sign-out waits for the lock of the session, in milliseconds. */
const sweepPatience = 2000;

interface SessionRecordsOptions {
  readonly store: SessionStore;
  readonly folder: SessionFolder;
  readonly shared: SharedSessions;
  readonly lock: AccountLock;
  readonly marker: GenerationMarker;
  readonly transitions: SessionTransitionLog;
  /** Called when the tokens of a session have arrived just now. */
  readonly onDidIssue: (session: StoredSession) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Makes the record of a session at a sign-in, and removes it at a sign-out. */
export class SessionRecords {
  readonly #options: SessionRecordsOptions;

  constructor(options: SessionRecordsOptions) {
    this.#options = options;
  }

  /** As `Sessions.add`. Calls `onDidStore` under the lock of the session. */
  async add(
    pending: PendingAuthorization,
    tokens: TokenResponse,
    onDidStore: () => Promise<void>,
  ): Promise<StoredSession> {
    const { clock, lock, log, onDidIssue, shared, store, transitions } = this.#options;
    if (tokens.refreshToken === undefined) {
      throw new ResponseSchemaError('refresh_token');
    }
    const { id } = accountOf(pending.baseUrl, tokens.tenantId, tokens.userId);
    const held = await lock.acquire(id);
    try {
      const earlier = await this.#readEarlier(id);
      const session: StoredSession = {
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
        scopes: [...(tokens.scopes ?? pending.scopes)],
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
        // The windows that know the earlier one need not sign in as well.
        await shared.publish(session, earlier);
      }
      transitions.record(id, 'signedIn');
      log.info(`Session ${id} was added.`);
      await onDidStore();
      return session;
    } finally {
      await held.release();
    }
  }

  /** As `Sessions.remove`. */
  async remove(id: AccountId): Promise<void> {
    const { log, marker, store, transitions } = this.#options;
    // First, so that a renewal under way finds that it has gone.
    await marker.remove(id).catch((error: unknown) => this.#reportLeftover(id, error));
    await store.delete(id);
    transitions.record(id, 'signedOut');
    log.info(`Session ${id} was removed.`);
    await this.#sweep(id);
  }

  async #readEarlier(id: AccountId): Promise<StoredSession | undefined> {
    const { log, store } = this.#options;
    try {
      return await store.read(id);
    } catch (error) {
      // A keyring that cannot be read does not keep anybody from signing in.
      log.warn(`The earlier session could not be read: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /**
   * Removes the files of `id`: under its lock, or without those of a lock that another window holds, which
   * removes them when it finds that the session has gone.
   */
  async #sweep(id: AccountId): Promise<void> {
    const { clock, folder, lock } = this.#options;
    const impatience = new AbortController();
    const timer = clock.schedule(sweepPatience, () => impatience.abort());
    const held = await lock.acquire(id, impatience.signal).catch(() => undefined);
    timer.dispose();
    try {
      await folder.remove(id, (name) => held !== undefined || !isLockFile(name));
    } catch (error) {
      this.#reportLeftover(id, error);
    } finally {
      await held?.release();
    }
  }

  #reportLeftover(id: AccountId, error: unknown): void {
    this.#options.log.warn(`A file of session ${id} could not be removed: ${reasonOf(error)}`);
  }
}
