import type { AccountId } from '../account/account.ts';
import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import type { LazyValue } from '../async/lazyValue.ts';
import { RepeatedAttempts } from '../async/repeatedAttempts.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import { StorageError } from '../errors/storageError.ts';
import type { Log } from '../log/log.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import { supersedes, type HeldSession } from './heldSession.ts';
import { findSession, type SessionFinding } from './sessionFinding.ts';
import { SessionReadings } from './sessionReadings.ts';
import { SessionSecrets } from './sessionSecrets.ts';
import type { SignIns } from './signIns.ts';
import type { SignOutCleanup } from './signOutCleanup.ts';
import { accountOfSession, isNewer, type StoredSession } from './storedSession.ts';

/** Wait before a missing session is read again for a caller that needs it, in milliseconds. */
const absenceDelay = 250;

/** Delays before a failed operation of the secret store is retried, in milliseconds. */
const firstRetryDelay = 1000;
const longestRetryDelay = 60_000;

interface SessionStoreOptions {
  readonly secrets: SecretStore;
  readonly signIns: SignIns;
  /** Runs `work` under the lock of a session. */
  readonly exclusively: (id: AccountId, work: () => Promise<void>) => Promise<void>;
  readonly cleanup: Pick<LazyValue<SignOutCleanup>, 'get'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sessions in the secret store, each under its own key, until the user signs out. A session that the secret
 * store fails to keep is held in memory and stored later. A session that is missing there, unreadable, or
 * stored by a later release stays known as it was last read.
 */
export class SessionStore implements Disposable {
  readonly #options: SessionStoreOptions;
  readonly #secrets: SessionSecrets;
  readonly #signIns: SignIns;
  readonly #heldInMemory = new Map<AccountId, HeldSession>();
  /** Sessions as last read or written, until a sign-out. */
  readonly #known = new Map<AccountId, StoredSession>();
  /** Sessions as last read, until they change. */
  readonly #lastRead = new Map<AccountId, StoredSession>();
  readonly #readings = new SessionReadings();
  /** Sessions that are missing although no sign-out is known, and whether this was reported. */
  readonly #missing = new Map<AccountId, 'new' | 'reported'>();
  /** Sessions that the user has signed out of, but whose text or files may remain. */
  readonly #leftovers = new Set<AccountId>();
  /** Unreadable stored texts that were reported, with the operation that failed. */
  readonly #reportedTexts = new Map<AccountId, StorageError['operation']>();
  readonly #onDidChange = new Emitter<AccountId>();
  readonly #onDidFailToStore = new Emitter<StorageError>();
  readonly #onDidFailToRead = new Emitter<StorageError>();
  readonly #subscription: Disposable;
  readonly #retries: RepeatedAttempts;

  /** Fires when a session was stored or deleted, here or, if the platform reports it, in another window. */
  readonly onDidChange = this.#onDidChange.event;
  /** Fires when the secret store did not keep a session, which is held in memory instead. */
  readonly onDidFailToStore = this.#onDidFailToStore.event;
  /** Fires once when a session is missing, unreadable, or was stored by a later release. */
  readonly onDidFailToRead = this.#onDidFailToRead.event;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#secrets = new SessionSecrets(options.secrets);
    this.#signIns = options.signIns;
    this.#subscription = this.#secrets.onDidChange((id) => this.#changed(id));
    this.#retries = new RepeatedAttempts({
      attempt: async (isRare) => await this.#tryAgain(isRare),
      onError: (error) =>
        options.log.error(`The sessions could not be tried again: ${reasonOf(error)}`),
      firstDelay: firstRetryDelay,
      longestDelay: longestRetryDelay,
      clock: options.clock,
    });
  }

  /** Session of `id` as last read in this window; undefined after a change, if the platform reports it. */
  lastRead(id: AccountId): StoredSession | undefined {
    return this.#lastRead.get(id);
  }

  /**
   * Session of `id` as last read or written in this window, whatever has changed since; undefined after a
   * sign-out.
   */
  known(id: AccountId): StoredSession | undefined {
    return this.#known.get(id);
  }

  /**
   * Returns whether all sessions that may be stored are known: a missing or unreadable session may be
   * unknown.
   */
  get isComplete(): boolean {
    return [...this.#missing.keys(), ...this.#reportedTexts.keys()].every((id) =>
      this.#known.has(id),
    );
  }

  /**
   * Returns every session without a known sign-out: as stored, or as known if it cannot be read now. Throws
   * `StorageError` if the secret store cannot be read and no session is known.
   */
  async list(): Promise<readonly StoredSession[]> {
    const stored = new Set(await this.#readIds());
    const ids = new Set([...this.#known.keys(), ...stored, ...(await this.#signIns.ids())]);
    for (const id of [...this.#missing.keys(), ...this.#reportedTexts.keys()]) {
      if (!ids.has(id) && !this.#known.has(id)) {
        this.#drop(id);
      }
    }
    const listed = await Promise.all(
      Array.from(ids, async (id) => ({ id, found: await this.#readListed(id, stored.has(id)) })),
    );
    const sessions = listed.flatMap(({ found }) =>
      found === undefined || found instanceof StorageError ? [] : [found],
    );
    for (const { found, id } of listed) {
      if (found instanceof StorageError) {
        if (sessions.length === 0) {
          throw found;
        }
        // The other accounts work, so the error is only reported.
        this.#reportText(id, found);
        this.#noteMissing(id);
      }
    }
    return sessions;
  }

  /**
   * Returns the session of `id`; undefined if it is missing or the user has signed out of it. Throws
   * `StorageError`, also for a text that is unreadable or was stored by a later release.
   */
  async read(id: AccountId): Promise<StoredSession | undefined> {
    const finding = await this.#look(id);
    return finding.kind === 'session' ? finding.session : undefined;
  }

  /**
   * Returns the session of `id` if it has not ended. Throws `SessionExpiredError`, and `StorageError`, also
   * if the session is missing although no sign-out is known.
   */
  async active(id: AccountId): Promise<StoredSession> {
    if (this.#heldInMemory.has(id)) {
      this.#retries.hurry();
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
    if (finding.kind !== 'session' || finding.session.state === 'signInNeeded') {
      throw new SessionExpiredError(id);
    }
    return finding.session;
  }

  /**
   * Stores `session`, and verifies this by reading it back; requires its lock. Never throws: a session that
   * the secret store does not keep is held in memory, reported, and stored later.
   */
  async write(session: StoredSession): Promise<void> {
    const { id } = accountOfSession(session);
    const known = this.#known.get(id);
    const previous = this.#heldInMemory.get(id);
    const replaced = known?.lineage === session.lineage ? undefined : known?.lineage;
    const replacedLineage =
      previous?.session.lineage === session.lineage ? previous.replacedLineage : replaced;
    const held = { session, replacedLineage };
    this.#readings.noteAct(id);
    this.#lastRead.delete(id);
    this.#heldInMemory.set(id, held);
    this.#known.set(id, session);
    this.#missing.delete(id);
    this.#reportedTexts.delete(id);
    try {
      // Retried at once, as a session held in memory is lost with the window.
      await this.#storeHeld(id, held).catch(async () => await this.#storeHeld(id, held));
    } catch (error) {
      this.#options.log.warn('A session could not be stored and is held in memory.');
      this.#onDidFailToStore.fire(
        error instanceof StorageError ? error : new StorageError('write', { cause: error }),
      );
      this.#changed(id);
      this.#retries.restart();
    }
  }

  /** Forgets a session that the user has signed out of, and reports that it has changed. */
  forget(id: AccountId): void {
    this.#drop(id);
    this.#onDidChange.fire(id);
  }

  /**
   * Deletes the stored text of a session that the user is signing out of, but not that of a later sign-in,
   * and verifies this by reading. Throws `StorageError`.
   */
  async delete(id: AccountId): Promise<void> {
    // An unreadable text is assumed to belong to the last known sign-in.
    await this.#delete(id, true);
  }

  /**
   * Deletes the text of a session if the user has signed out of its sign-in, in any window; requires its
   * lock. Throws `StorageError`.
   */
  async deleteEnded(id: AccountId): Promise<void> {
    await this.#delete(id, false);
  }

  async #delete(id: AccountId, mayBeUnreadable: boolean): Promise<void> {
    const cleanup = await this.#options.cleanup.get();
    if (await cleanup.deleteText(id, () => this.#known.get(id), mayBeUnreadable)) {
      this.forget(id);
      await this.#secrets.deleteAuxiliary(id);
    } else {
      this.#changed(id);
    }
  }

  dispose(): void {
    this.#retries.dispose();
    this.#subscription.dispose();
    this.#onDidChange.dispose();
    this.#onDidFailToStore.dispose();
    this.#onDidFailToRead.dispose();
  }

  #changed(id: AccountId): void {
    this.#readings.noteChange(id);
    this.#lastRead.delete(id);
    this.#onDidChange.fire(id);
  }

  #drop(id: AccountId): void {
    this.#readings.noteAct(id);
    this.#lastRead.delete(id);
    this.#heldInMemory.delete(id);
    this.#known.delete(id);
    this.#missing.delete(id);
    this.#reportedTexts.delete(id);
  }

  async #readIds(): Promise<readonly AccountId[]> {
    try {
      return await this.#secrets.ids();
    } catch (error) {
      if (this.#known.size === 0) {
        throw error;
      }
      this.#options.log.warn(`The stored sessions could not be listed: ${reasonOf(error)}`);
      return [];
    }
  }

  /**
   * Returns the session of `id` as stored or known; undefined if there is none. Returns the error if the
   * secret store cannot be read and no session of `id` is known.
   */
  async #readListed(
    id: AccountId,
    isStored: boolean,
  ): Promise<StoredSession | StorageError | undefined> {
    try {
      const finding = await this.#look(id);
      switch (finding.kind) {
        case 'session':
          return finding.session;
        case 'signedOut':
          this.#noteLeftover(id);
          return undefined;
        case 'missing':
          this.#noteMissing(id);
          return this.#known.get(id);
        case 'unknown':
          if (isStored) {
            // The secret store lists the session, and may return it later.
            this.#noteMissing(id);
          }
          return undefined;
      }
    } catch (error) {
      if (!(error instanceof StorageError)) {
        throw error;
      }
      const known = this.#known.get(id);
      if (error.accountId === undefined) {
        const { operation } = error;
        return known ?? new StorageError(operation, { accountId: id, cause: error });
      }
      this.#reportText(id, error);
      return known;
    }
  }

  /** Schedules the deletion of anything that a sign-out may have left of a session. */
  #noteLeftover(id: AccountId): void {
    if (!this.#leftovers.has(id)) {
      this.#leftovers.add(id);
      this.#retries.restart();
    }
  }

  /**
   * Deletes the remains of a session that the user has signed out of; requires its lock. Throws
   * `StorageError`.
   */
  async #deleteLeftover(id: AccountId): Promise<void> {
    await this.deleteEnded(id);
    await (await this.#options.cleanup.get()).removeFiles(id, true);
    this.#leftovers.delete(id);
  }

  /**
   * Looks for the session of `id`, and records it as known, or forgets it if the user has signed out. Throws
   * `StorageError`.
   */
  async #look(id: AccountId): Promise<SessionFinding> {
    const reading = this.#readings.begin(id);
    let finding: SessionFinding | undefined;
    try {
      finding = await findSession(id, {
        secrets: this.#secrets,
        signIns: this.#signIns,
        held: this.#heldInMemory.get(id),
        known: this.#known.get(id),
      });
    } catch (error) {
      if (!reading.isOutdated()) {
        throw error;
      }
    }
    if (finding === undefined || reading.isOutdated()) {
      return await this.#look(id);
    }
    const isLatest = reading.isLatest();
    if (isLatest) {
      this.#lastRead.delete(id);
    }
    if (finding.kind === 'signedOut') {
      this.#drop(id);
    }
    if (finding.kind !== 'session') {
      return finding;
    }
    const { session } = finding;
    const known = this.#known.get(id);
    if (known !== undefined && isNewer(known, session) && known.lineage === session.lineage) {
      // The secret store has gone back to tokens that were used up since.
      if (isLatest) {
        this.#hold(id, known);
      }
      return { kind: 'session', session: known };
    }
    if (isLatest || known === undefined) {
      this.#known.set(id, session);
    }
    if (isLatest) {
      this.#lastRead.set(id, session);
      this.#missing.delete(id);
      this.#reportedTexts.delete(id);
    }
    return finding;
  }

  /** Holds a session in memory until the secret store keeps it again. */
  #hold(id: AccountId, session: StoredSession): void {
    if (!this.#heldInMemory.has(id)) {
      this.#heldInMemory.set(id, { session, replacedLineage: undefined });
      this.#retries.restart();
    }
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
      this.#retries.restart();
    }
  }

  /** Stores `held`, the session held for `id`. Throws if the secret store does not keep it. */
  async #storeHeld(id: AccountId, held: HeldSession): Promise<void> {
    await this.#secrets.write(held.session);
    if (this.#heldInMemory.get(id) === held) {
      this.#heldInMemory.delete(id);
    }
  }

  /**
   * Stores the session held for `id`, if any, unless a newer one is stored; requires its lock. Throws if the
   * secret store does not keep it.
   */
  async #storeAgain(id: AccountId): Promise<void> {
    const { log } = this.#options;
    const held = this.#heldInMemory.get(id);
    if (held === undefined) {
      return;
    }
    const state = await this.#signIns.stateOf(held.session);
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
      return; // Storing it could overwrite a session that must stay.
    }
    await this.#storeHeld(id, held);
    log.info(`Session ${id} was stored after all.`);
    // A sign-out in another window does not wait for the lock.
    if (await this.#signIns.isSignedOut(held.session)) {
      await this.deleteEnded(id);
    }
  }

  /** Looks again for a missing session; reports it if it is still missing and was known. */
  async #lookAgain(id: AccountId): Promise<void> {
    const finding = await this.#look(id);
    if (finding.kind === 'session' || finding.kind === 'signedOut') {
      this.#missing.delete(id);
      this.#options.log.info(`The missing session ${id} was looked for: ${finding.kind}.`);
      this.#changed(id);
    } else if (this.#known.has(id) && this.#missing.get(id) === 'new') {
      this.#missing.set(id, 'reported');
      this.#onDidFailToRead.fire(new StorageError('missing', { accountId: id }));
    }
  }

  /**
   * Stores the sessions held in memory, deletes leftovers and looks for missing sessions; returns whether any
   * are left. Sessions in memory are retried forever, the others until attempts have become rare.
   */
  async #tryAgain(isRare: boolean): Promise<boolean> {
    const { exclusively, log } = this.#options;
    const leftovers = [...this.#leftovers];
    const works = [
      ...Array.from(this.#heldInMemory.keys(), async (id) => {
        await exclusively(id, async () => await this.#storeAgain(id));
      }),
      ...leftovers.map(async (id) => {
        await exclusively(id, async () => await this.#deleteLeftover(id));
      }),
      ...Array.from(this.#missing.keys(), async (id) => await this.#lookAgain(id)),
    ];
    // Concurrent, so that a session that waits for its lock does not delay the others.
    for (const result of await Promise.allSettled(works)) {
      if (result.status === 'rejected') {
        log.debug(`A session could still not be stored or found: ${reasonOf(result.reason)}`);
      }
    }
    if (isRare) {
      // Leftovers are retried once they are noticed again.
      for (const id of leftovers) {
        this.#leftovers.delete(id);
      }
    }
    return (
      this.#heldInMemory.size > 0 || (this.#missing.size + this.#leftovers.size > 0 && !isRare)
    );
  }
}
