import type { AccountId } from '../account/account.ts';
import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import { StorageError } from '../errors/storageError.ts';
import type { Log } from '../log/log.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { GenerationMarker } from './generationMarker.ts';
import { SessionSecrets } from './sessionSecrets.ts';
import { isClosed, type SignOutMarks } from './signOutMarks.ts';
import { accountOfSession, lineageOf, type StoredSession } from './storedSession.ts';

/** Wait before a session that is missing is read again by a caller that needs it, in milliseconds. */
const absenceDelay = 250;

/** Delays before the secret store is tried again, in milliseconds: the first, then doubled up to the longest. */
const firstRetryDelay = 1000;
const longestRetryDelay = 60_000;

interface SessionStoreOptions {
  readonly secrets: SecretStore;
  readonly marker: Pick<GenerationMarker, 'lineages'>;
  readonly signOuts: Pick<SignOutMarks, 'stateOf'>;
  /** Runs `work` under the lock of a session. */
  readonly exclusively: (id: AccountId, work: () => Promise<void>) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Session that the secret store did not keep. */
interface HeldSession {
  readonly session: StoredSession;
  /** Sign-in that it replaces; undefined if it was the first or was renewed. */
  readonly over: string | undefined;
}

/** What is found of a session. */
type Finding =
  | { readonly kind: 'session'; readonly session: StoredSession }
  /** The user has signed out of it; `isStored` if its text has not been deleted. */
  | { readonly kind: 'signedOut'; readonly isStored: boolean }
  /** It is missing, although nobody is known to have signed out of it. */
  | { readonly kind: 'missing' };

/**
 * Sessions in the secret store, each under its own key, until the user signs out. One that the secret store fails
 * to keep is held in memory and stored later. One that is missing there, unreadable, or stored by a later release
 * stays known as it was last read.
 */
export class SessionStore implements Disposable {
  readonly #options: SessionStoreOptions;
  readonly #secrets: SessionSecrets;
  readonly #heldInMemory = new Map<AccountId, HeldSession>();
  /** Sessions as last read or written, until a sign-out. */
  readonly #known = new Map<AccountId, StoredSession>();
  /** Sessions as last read, until they change. */
  readonly #lastRead = new Map<AccountId, StoredSession>();
  /** Latest read of each session, unless it has changed since. */
  readonly #readings = new Map<AccountId, symbol>();
  /** Sessions that are missing although nobody has signed out of them, and whether that was reported. */
  readonly #missing = new Map<AccountId, 'new' | 'reported'>();
  /** Sessions that have ended, and are still stored. */
  readonly #leftovers = new Set<AccountId>();
  /** Stored texts that cannot be read and were reported. */
  readonly #reportedTexts = new Map<AccountId, StorageError['operation']>();
  readonly #onDidChange = new Emitter<AccountId>();
  readonly #onDidFailToStore = new Emitter<StorageError>();
  readonly #onDidFailToRead = new Emitter<StorageError>();
  readonly #subscription: Disposable;
  #retryDelay = firstRetryDelay;
  #retry: Disposable | undefined;
  #isDisposed = false;

  /** Fires when a session was stored or deleted, here or, if the platform reports it, in another window. */
  readonly onDidChange = this.#onDidChange.event;
  /** Fires when the secret store did not keep a session, which is held in memory instead. */
  readonly onDidFailToStore = this.#onDidFailToStore.event;
  /** Fires once when a session is missing, unreadable, or was stored by a later release. */
  readonly onDidFailToRead = this.#onDidFailToRead.event;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#secrets = new SessionSecrets(options.secrets);
    this.#subscription = this.#secrets.onDidChange((id) => this.#changed(id));
  }

  /** Session of `id` as last read here; undefined if it has changed since, if the platform reports that. */
  lastRead(id: AccountId): StoredSession | undefined {
    return this.#lastRead.get(id);
  }

  /** Session of `id` as last read or written here, whatever has changed since; undefined after a sign-out. */
  known(id: AccountId): StoredSession | undefined {
    return this.#known.get(id);
  }

  /**
   * Returns every session that nobody has signed out of: as stored, or as known if that cannot be read now.
   * Throws `StorageError`.
   */
  async list(): Promise<readonly StoredSession[]> {
    const ids = new Set([
      ...this.#heldInMemory.keys(),
      ...this.#known.keys(),
      ...(await this.#readIds()),
      ...(await this.#readLineages()).map(({ id }) => id),
    ]);
    const sessions = await Promise.all(Array.from(ids, async (id) => await this.#readListed(id)));
    return sessions.filter((session) => session !== undefined);
  }

  /**
   * Returns the session of `id`; undefined if it is missing or the user has signed out of it. Throws
   * `StorageError`, also for a text that is unreadable or of a later release.
   */
  async read(id: AccountId): Promise<StoredSession | undefined> {
    const finding = await this.#look(id);
    return finding.kind === 'session' ? finding.session : undefined;
  }

  /**
   * Returns the session of `id` if it has not ended. Throws `SessionExpiredError`, and `StorageError`, also if
   * the session is missing although nobody has signed out of it.
   */
  async active(id: AccountId): Promise<StoredSession> {
    if (this.#heldInMemory.has(id)) {
      this.#scheduleRetry(0);
    }
    let finding = await this.#look(id);
    if (finding.kind === 'missing') {
      await delay(this.#options.clock, absenceDelay);
      finding = await this.#look(id);
    }
    if (finding.kind === 'missing') {
      this.#noteMissing(id);
      throw new StorageError('missing', { accountId: id });
    }
    if (finding.kind === 'signedOut' || finding.session.state === 'signInNeeded') {
      throw new SessionExpiredError(id);
    }
    return finding.session;
  }

  /**
   * Stores `session`, and verifies that by reading it back; requires its lock. Never throws: a session that the
   * secret store does not keep is held in memory, reported, and stored later.
   */
  async write(session: StoredSession): Promise<void> {
    const { id } = accountOfSession(session);
    const known = this.#known.get(id);
    const earlier = this.#heldInMemory.get(id);
    const replaced = known?.lineage === session.lineage ? undefined : known?.lineage;
    const over = earlier?.session.lineage === session.lineage ? earlier.over : replaced;
    const held = { session, over };
    this.#heldInMemory.set(id, held);
    this.#known.set(id, session);
    this.#missing.delete(id);
    this.#reportedTexts.delete(id);
    this.#forgetReading(id);
    try {
      // At once again: what is only in memory is lost with the window.
      await this.#storeHeld(id, held).catch(async () => await this.#storeHeld(id, held));
    } catch (error) {
      this.#options.log.warn('A session could not be stored and is held in memory.');
      this.#onDidFailToStore.fire(
        error instanceof StorageError ? error : new StorageError('write', { cause: error }),
      );
      this.#changed(id);
      this.#scheduleRetry(firstRetryDelay);
    }
  }

  /** Forgets a session that the user has signed out of, and reports that it has changed. */
  forget(id: AccountId): void {
    this.#drop(id);
    this.#onDidChange.fire(id);
  }

  /**
   * Deletes what is stored of a session that the user has signed out of, but not what belongs to a later
   * sign-in, and verifies that by reading. Throws `StorageError`.
   */
  async delete(id: AccountId): Promise<void> {
    if (await this.#isToDelete(id)) {
      await this.#secrets.delete(id);
      if (await this.#isToDelete(id)) {
        throw new StorageError('delete');
      }
    }
    if ((await this.#secrets.read(id)) !== undefined) {
      this.#changed(id);
      return;
    }
    this.forget(id);
    await this.#secrets.deleteBeside(id);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#retry?.dispose();
    this.#subscription.dispose();
    this.#onDidChange.dispose();
    this.#onDidFailToStore.dispose();
    this.#onDidFailToRead.dispose();
  }

  #changed(id: AccountId): void {
    this.#forgetReading(id);
    this.#onDidChange.fire(id);
  }

  #drop(id: AccountId): void {
    this.#heldInMemory.delete(id);
    this.#known.delete(id);
    this.#missing.delete(id);
    this.#reportedTexts.delete(id);
    this.#forgetReading(id);
  }

  /** Discards the cached and pending reads of a session, which may be outdated. */
  #forgetReading(id: AccountId): void {
    this.#lastRead.delete(id);
    this.#readings.delete(id);
  }

  async #readIds(): Promise<readonly AccountId[]> {
    try {
      return await this.#secrets.ids();
    } catch (error) {
      if (this.#heldInMemory.size === 0) {
        throw error;
      }
      return [];
    }
  }

  /** Returns the sign-ins noted in the folder; the secret store may not list all of them now. */
  async #readLineages(): ReturnType<GenerationMarker['lineages']> {
    const { log, marker } = this.#options;
    try {
      return await marker.lineages();
    } catch (error) {
      log.warn(`The markers of the sessions could not be read: ${reasonOf(error)}`);
      return [];
    }
  }

  async #readListed(id: AccountId): Promise<StoredSession | undefined> {
    try {
      const finding = await this.#look(id);
      switch (finding.kind) {
        case 'session':
          return finding.session;
        case 'signedOut':
          this.#noteSignedOut(id, finding.isStored);
          return undefined;
        case 'missing':
          this.#noteMissing(id);
          return this.#known.get(id);
      }
    } catch (error) {
      if (!(error instanceof StorageError) || error.operation === 'read') {
        throw error;
      }
      this.#reportText(id, error);
      return this.#known.get(id);
    }
  }

  /** Forgets a session; what is still stored of it is deleted later, if the sign-out fails to do that. */
  #noteSignedOut(id: AccountId, isStored: boolean): void {
    this.#drop(id);
    if (isStored && !this.#leftovers.has(id)) {
      this.#leftovers.add(id);
      this.#scheduleRetry(firstRetryDelay);
    }
  }

  /** Deletes the text of a session that the user has signed out of; requires its lock. Throws `StorageError`. */
  async #deleteLeftover(id: AccountId): Promise<void> {
    if (await this.#isToDelete(id)) {
      await this.delete(id);
    }
    this.#leftovers.delete(id);
  }

  /** Looks for the session of `id`, and remembers it. Throws `StorageError`. */
  async #look(id: AccountId): Promise<Finding> {
    const reading = Symbol('reading');
    this.#readings.set(id, reading);
    const finding = await this.#find(id);
    const isLatest = this.#readings.get(id) === reading;
    if (isLatest) {
      this.#readings.delete(id);
      this.#lastRead.delete(id);
    }
    if (finding.kind === 'session') {
      const { session } = finding;
      const known = this.#known.get(id);
      if (isLatest || known === undefined) {
        this.#known.set(id, session);
      }
      if (isLatest) {
        this.#lastRead.set(id, session);
        this.#missing.delete(id);
        this.#reportedTexts.delete(id);
      }
    }
    return finding;
  }

  async #find(id: AccountId): Promise<Finding> {
    const held = this.#heldInMemory.get(id);
    const decoded = await this.#secrets.read(id).catch((error: unknown) => {
      if (held === undefined) {
        throw error;
      }
      return undefined;
    });
    if (decoded !== undefined && decoded.kind !== 'session' && held === undefined) {
      // It stays where it is, for the window that can read it.
      throw new StorageError(decoded.kind, { accountId: id });
    }
    const stored = decoded?.kind === 'session' ? decoded.session : undefined;
    const isStoredOpen = stored !== undefined && !(await this.#isMarked(stored));
    const isHeldOpen = held !== undefined && !(await this.#isMarked(held.session));
    if (isStoredOpen && (!isHeldOpen || supersedes(stored, held))) {
      return { kind: 'session', session: stored };
    }
    if (isHeldOpen) {
      return { kind: 'session', session: held.session };
    }
    if (await this.#isSignedOut(id)) {
      return { kind: 'signedOut', isStored: stored !== undefined };
    }
    if (stored !== undefined) {
      // The user has signed out and in again, and this window cannot see that.
      throw new StorageError('renewedElsewhere', { accountId: id });
    }
    return { kind: 'missing' };
  }

  async #isMarked(session: StoredSession): Promise<boolean> {
    return (await this.#options.signOuts.stateOf(lineageOf(session))) === 'signedOut';
  }

  /**
   * Returns whether the user has signed out of the last sign-in of `id` that is known here or noted in the
   * folder; false if that is not known.
   */
  async #isSignedOut(id: AccountId): Promise<boolean> {
    const { log, marker, signOuts } = this.#options;
    const known = this.#known.get(id);
    try {
      const lineages = [
        ...(known === undefined ? [] : [lineageOf(known)]),
        ...(await marker.lineages(id)),
      ];
      let isSignedOut = lineages.length === 0;
      for (const lineage of lineages) {
        const state = await signOuts.stateOf(lineage);
        if (!isClosed(state)) {
          return false;
        }
        isSignedOut ||= state === 'signedOut';
      }
      return isSignedOut;
    } catch (error) {
      log.warn(`The markers of session ${id} could not be read: ${reasonOf(error)}`);
      return false;
    }
  }

  /** Returns whether a text is stored that belongs to a session that the user has signed out of. */
  async #isToDelete(id: AccountId): Promise<boolean> {
    const decoded = await this.#secrets.read(id);
    if (decoded === undefined) {
      return false;
    }
    const isLaterSignIn = decoded.kind === 'session' && !(await this.#isMarked(decoded.session));
    return !isLaterSignIn && (await this.#isSignedOut(id));
  }

  #reportText(id: AccountId, error: StorageError): void {
    if (this.#reportedTexts.get(id) !== error.operation) {
      this.#reportedTexts.set(id, error.operation);
      this.#options.log.error(`The stored session ${id} cannot be read: ${error.message}`);
      this.#onDidFailToRead.fire(error);
    }
  }

  #noteMissing(id: AccountId): void {
    if (!this.#missing.has(id)) {
      this.#missing.set(id, 'new');
      this.#options.log.warn(`The stored session ${id} is missing, and is looked for again.`);
      this.#scheduleRetry(firstRetryDelay);
    }
  }

  /** Stores `held`, which is held for `id`. Throws if the secret store does not keep it. */
  async #storeHeld(id: AccountId, held: HeldSession): Promise<void> {
    await this.#secrets.write(held.session);
    if (this.#heldInMemory.get(id) === held) {
      this.#heldInMemory.delete(id);
    }
  }

  /**
   * Stores the session held for `id`, if there is one that is still the newest; requires its lock. Throws if
   * the secret store does not keep it.
   */
  async #storeAgain(id: AccountId): Promise<void> {
    const { log, signOuts } = this.#options;
    const held = this.#heldInMemory.get(id);
    if (held === undefined) {
      return;
    }
    const state = await signOuts.stateOf(lineageOf(held.session));
    if (state === 'signedOut') {
      this.forget(id);
      return;
    }
    const stored = await this.#secrets.read(id);
    if (stored?.kind === 'session' && supersedes(stored.session, held)) {
      this.#heldInMemory.delete(id);
      this.#changed(id);
      return;
    }
    if (state !== 'unmarked' || stored?.kind === 'newer') {
      return; // It may be stored over what must stay.
    }
    await this.#storeHeld(id, held);
    log.info(`Session ${id} was stored after all.`);
    // A sign-out in another window does not wait for the lock.
    if (await this.#isMarked(held.session)) {
      await this.delete(id);
    }
  }

  /** Looks for a missing session again; reports it if it is still missing and was known. */
  async #lookAgain(id: AccountId): Promise<void> {
    const finding = await this.#look(id);
    if (finding.kind !== 'missing') {
      this.#missing.delete(id);
      this.#options.log.info(`The missing session ${id} was looked for: ${finding.kind}.`);
      this.#changed(id);
    } else if (this.#known.has(id) && this.#missing.get(id) === 'new') {
      this.#missing.set(id, 'reported');
      this.#onDidFailToRead.fire(new StorageError('missing', { accountId: id }));
    }
  }

  #scheduleRetry(milliseconds: number): void {
    this.#retry?.dispose();
    if (this.#isDisposed) {
      return;
    }
    this.#retryDelay = Math.max(milliseconds, firstRetryDelay);
    this.#retry = this.#options.clock.schedule(milliseconds, () => {
      this.#tryAgain().catch((error: unknown) =>
        this.#options.log.error(`The sessions could not be tried again: ${reasonOf(error)}`),
      );
    });
  }

  /** Stores the sessions held in memory. Also deletes leftovers and looks for missing ones, but not forever. */
  async #tryAgain(): Promise<void> {
    const { exclusively, log } = this.#options;
    const works = [
      ...Array.from(this.#heldInMemory.keys(), (id) => async () => {
        await exclusively(id, async () => await this.#storeAgain(id));
      }),
      ...Array.from(this.#leftovers, (id) => async () => {
        await exclusively(id, async () => await this.#deleteLeftover(id));
      }),
      ...Array.from(this.#missing.keys(), (id) => async () => await this.#lookAgain(id)),
    ];
    for (const work of works) {
      await work().catch((error: unknown) =>
        log.debug(`A session could still not be stored or found: ${reasonOf(error)}`),
      );
    }
    const isLast = this.#retryDelay >= longestRetryDelay;
    if (this.#heldInMemory.size > 0 || (this.#missing.size + this.#leftovers.size > 0 && !isLast)) {
      this.#scheduleRetry(Math.min(2 * this.#retryDelay, longestRetryDelay));
    }
  }
}

/** Returns whether the stored session replaces the one held in memory because it could not be stored. */
function supersedes(stored: StoredSession, { over, session }: HeldSession): boolean {
  return stored.lineage === session.lineage
    ? stored.generation > session.generation
    : stored.lineage !== over && stored.issuedAt > session.issuedAt;
}
