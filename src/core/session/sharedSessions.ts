import type { AccountId } from '../account/account.ts';
import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import { StorageError } from '../errors/storageError.ts';
import type { Log } from '../log/log.ts';
import type { GenerationMarker } from './generationMarker.ts';
import type { SessionFolder } from './sessionFolder.ts';
import type { SessionHandover } from './sessionHandover.ts';
import { isNewer, lineageOf } from './sessionLineage.ts';
import type { SessionStore } from './sessionStore.ts';
import type { SessionTransitionLog } from './sessionTransitionLog.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';

/** How long another window's write may take to become visible here, in milliseconds. */
const visibilityDelay = 2000;

/**
 * How long to wait, after a refusal, for what a window that shares no folder with this one may be about
 * to store, in milliseconds: it has used the refresh token just now, and waits for its answer.
 */
const unsharedDelay = 3000;

const pollInterval = 50;

interface SharedSessionsOptions {
  readonly store: SessionStore;
  readonly folder: SessionFolder;
  readonly marker: GenerationMarker;
  readonly handover: SessionHandover;
  readonly transitions: SessionTransitionLog;
  /** Called when another window has renewed a session, and what it stored is not visible in this one. */
  readonly onDidFallBehind: (session: StoredSession) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** What was found to be the newest that any window has of a session. */
export type NewestSession =
  | { readonly kind: 'session'; readonly session: StoredSession }
  /** What had been noted as newer was never stored, and the window that had it is gone. */
  | { readonly kind: 'lost'; readonly session: StoredSession };

/** The sessions as all windows have them, each of which may see less of the secrets than another. */
export class SharedSessions {
  readonly #options: SharedSessionsOptions;
  /** Those that have fallen behind: each is notified once, and not waited for again. */
  readonly #behind = new Set<AccountId>();

  constructor(options: SharedSessionsOptions) {
    this.#options = options;
  }

  /**
   * The newest session of `id` that any window has stored; to be called under its lock. Throws
   * `SessionExpiredError`, and `StorageError` if this window does not see the newest.
   */
  async newest(id: AccountId): Promise<NewestSession> {
    const { clock, log, marker, onDidFallBehind, store, transitions } = this.#options;
    const started = clock.monotonic();
    for (;;) {
      const session = await store.active(id);
      const lineage = lineageOf(session);
      const newest = await marker.read(lineage);
      await this.#endIfSignedOut(session);
      if (session.generation >= newest) {
        this.#behind.delete(id);
        return { kind: 'session', session };
      }
      if (await this.#takeHandover(session, newest)) {
        continue;
      }
      if (this.#behind.has(id)) {
        throw new StorageError('renewedElsewhere');
      }
      if (clock.monotonic() - started > visibilityDelay) {
        if (await marker.isFromEarlierRun(lineage)) {
          log.warn(`The tokens of session ${id} were lost: they had not been stored.`);
          return { kind: 'lost', session: { ...session, generation: newest } };
        }
        this.#behind.add(id);
        transitions.record(id, 'fellBehind');
        onDidFallBehind(session);
        throw new StorageError('renewedElsewhere');
      }
      await delay(clock, pollInterval);
    }
  }

  /**
   * The session that took the place of `refused`, whose refresh token the service has just refused, or
   * undefined if none becomes visible; to be called under its lock. Throws what `newest` throws.
   */
  async replacementOf(refused: StoredSession): Promise<StoredSession | undefined> {
    const { clock } = this.#options;
    const { id } = accountOfSession(refused);
    const started = clock.monotonic();
    for (;;) {
      const newest = await this.newest(id);
      if (newest.kind === 'session' && isNewer(newest.session, refused)) {
        return newest.session;
      }
      if (clock.monotonic() - started > unsharedDelay) {
        return undefined;
      }
      await delay(clock, pollInterval);
    }
  }

  /**
   * Tells the windows that know `earlier`, of the same account, that `session` has been stored. Never
   * throws: what is stored stays so whatever becomes of the folder.
   */
  async publish(session: StoredSession, earlier: StoredSession = session): Promise<void> {
    const { handover, log, marker } = this.#options;
    const lineage = lineageOf(earlier);
    try {
      const generation =
        session.lineage === earlier.lineage
          ? session.generation
          : Math.max(earlier.generation, await marker.read(lineage)) + 1;
      // First, so that a window that sees the number finds the tokens.
      await handover.write(session, earlier, generation);
      await marker.write(lineage, generation);
    } catch (error) {
      log.warn(
        `Other windows were not told of session ${lineage.id}: ${reasonOf(error)} ${causeOf(error)}`,
      );
    }
  }

  /**
   * Whether the user has signed out of `session` meanwhile, here or in another window, or another window
   * has noted its generation before this one.
   */
  async isOutdated(session: StoredSession): Promise<boolean> {
    const { log, marker } = this.#options;
    const lineage = lineageOf(session);
    try {
      return (
        (await marker.wasRemoved(lineage)) || (await marker.read(lineage)) >= session.generation
      );
    } catch (error) {
      log.warn(`The marker of session ${lineage.id} could not be read: ${reasonOf(error)}`);
      return false;
    }
  }

  async #endIfSignedOut(session: StoredSession): Promise<void> {
    const { folder, log, marker, store, transitions } = this.#options;
    const { id } = accountOfSession(session);
    if (await marker.wasRemoved(lineageOf(session))) {
      await store.delete(id);
      await folder.remove(id).catch(() => log.warn(`Files of session ${id} could not be removed.`));
      transitions.record(id, 'signedOutElsewhere');
      throw new SessionExpiredError(id);
    }
  }

  /** Stores what another window has left for this one, so that later windows find it, whichever window wrote last. */
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

/** The system's code, such as EACCES; its message would name the user's folder. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? `(${String(cause.code)})` : '';
}
