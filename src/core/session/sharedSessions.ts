import type { AccountId } from '../account/account.ts';
import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import { StorageError } from '../errors/storageError.ts';
import type { Log } from '../log/log.ts';
import type { GenerationMarker } from './generationMarker.ts';
import type { SessionHandover } from './sessionHandover.ts';
import type { SessionStore } from './sessionStore.ts';
import type { SessionTransitionLog } from './sessionTransitionLog.ts';
import type { SignOutCleanup } from './signOutCleanup.ts';
import type { SignOutMarks } from './signOutMarks.ts';
import { accountOfSession, isNewer, lineageOf, type StoredSession } from './storedSession.ts';

/** Maximum delay until another window's write becomes visible here, in milliseconds. */
const visibilityDelay = 2000;

/**
 * Wait after a refusal for a window that shares no folder with this one, in milliseconds: it may have just used
 * the refresh token, and be waiting for the response.
 */
const unsharedDelay = 3000;

const pollInterval = 50;

/** Dependencies of the shared sessions. */
export interface SharedSessionsOptions {
  readonly store: SessionStore;
  readonly marker: GenerationMarker;
  readonly signOuts: SignOutMarks;
  readonly cleanup: SignOutCleanup;
  readonly handover: SessionHandover;
  readonly transitions: SessionTransitionLog;
  /** Called when another window has renewed a session and this window cannot see the stored session. */
  readonly onDidFallBehind: (session: StoredSession) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sessions as shared by all windows; a window may not see the secrets that another window stores. */
export class SharedSessions {
  readonly #options: SharedSessionsOptions;
  /** Errors of sessions whose newest tokens this window cannot see, so that it waits for each only once. */
  readonly #behind = new Map<AccountId, StorageError>();

  constructor(options: SharedSessionsOptions) {
    this.#options = options;
  }

  /**
   * Returns the newest session of `id` stored by any window; requires its lock. Throws `SessionExpiredError`,
   * and `StorageError` if the newest session is not visible to this window, or was never stored.
   */
  async newest(id: AccountId): Promise<StoredSession> {
    const { clock, log, marker, onDidFallBehind, store, transitions } = this.#options;
    const started = clock.monotonic();
    for (;;) {
      const session = await store.active(id);
      const lineage = lineageOf(session);
      const newest = await marker.read(lineage);
      if (session.generation >= newest) {
        this.#behind.delete(id);
        return session;
      }
      if (await this.#takeHandover(session, newest)) {
        continue;
      }
      const behind = this.#behind.get(id);
      if (behind !== undefined) {
        throw behind;
      }
      if (clock.monotonic() - started > visibilityDelay) {
        // Judging by the file's age, the window with the tokens is gone; this alone does not end the session.
        const isLost = await marker.isFromEarlierRun(lineage);
        const error = new StorageError(isLost ? 'missing' : 'renewedElsewhere', { accountId: id });
        this.#behind.set(id, error);
        transitions.record(id, isLost ? 'lost' : 'fellBehind');
        if (isLost) {
          log.warn(`The tokens of session ${id} are missing: they may never have been stored.`);
        } else {
          onDidFallBehind(session);
        }
        throw error;
      }
      await delay(clock, pollInterval);
    }
  }

  /**
   * Returns the session that replaced `refused`, whose refresh token the service has just refused; undefined
   * if none becomes visible. Requires its lock. Throws the errors of `newest`.
   */
  async replacementOf(refused: StoredSession): Promise<StoredSession | undefined> {
    const { clock } = this.#options;
    const { id } = accountOfSession(refused);
    const started = clock.monotonic();
    for (;;) {
      const newest = await this.newest(id);
      if (isNewer(newest, refused)) {
        return newest;
      }
      if (clock.monotonic() - started > unsharedDelay) {
        return undefined;
      }
      await delay(clock, pollInterval);
    }
  }

  /**
   * Notifies the windows that know `earlier`, a session of the same account, that `session` has been stored.
   * Never throws: a stored session stays stored, whatever happens to the folder.
   */
  async publish(session: StoredSession, earlier: StoredSession = session): Promise<void> {
    const { handover, log, marker } = this.#options;
    const lineage = lineageOf(earlier);
    try {
      const generation =
        session.lineage === earlier.lineage
          ? session.generation
          : Math.max(earlier.generation, await marker.read(lineage)) + 1;
      // Tokens first, so that a window that sees the number finds them.
      await handover.write(session, earlier, generation);
      await marker.write(lineage, generation);
    } catch (error) {
      log.warn(
        `Other windows were not told of session ${lineage.id}: ${reasonOf(error)} ${causeOf(error)}`,
      );
    }
  }

  /**
   * Deletes `session` if the user has signed out of it meanwhile, in any window, and then returns the session
   * of a later sign-in, or throws `SessionExpiredError` if there is none. Otherwise returns undefined. Throws
   * `StorageError`.
   */
  async endIfSignedOut(session: StoredSession): Promise<StoredSession | undefined> {
    const { cleanup, signOuts, store, transitions } = this.#options;
    const lineage = lineageOf(session);
    const { id } = lineage;
    if ((await signOuts.stateOf(lineage)) !== 'signedOut') {
      return undefined;
    }
    await store.deleteEnded(id);
    await cleanup.tryToRemoveFiles(id, true);
    const later = await store.read(id);
    if (later === undefined) {
      transitions.record(id, 'signedOutElsewhere');
      throw new SessionExpiredError(id);
    }
    return later;
  }

  /**
   * Stores a session handed over by another window, so that later windows find it, whichever window wrote
   * last. Returns whether there was one.
   */
  async #takeHandover(session: StoredSession, newest: number): Promise<boolean> {
    const { handover, log, store, transitions } = this.#options;
    const handed = await handover.read(session, newest);
    if (handed === undefined) {
      return false;
    }
    const { id } = accountOfSession(session);
    await store.write(handed);
    log.info(`Session ${id} was handed over by another window.`);
    transitions.record(id, handed.state === 'active' ? 'handedOver' : 'endedElsewhere');
    return true;
  }
}

/** Error code of the system, such as EACCES; its message would contain the user's folder. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? `(${String(cause.code)})` : '';
}
