import { isAccountId, type AccountId } from '../account/account.ts';
import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import { StorageError } from '../errors/storageError.ts';
import type { Log } from '../log/log.ts';
import { secretKeys, type SecretStore } from '../secrets/secretStore.ts';
import { hexDigestOf } from '../text/digest.ts';
import {
  accountOfSession,
  decodeSession,
  encodeSession,
  type StoredSession,
} from './storedSession.ts';

const keyPrefix = secretKeys.session;
const asidePrefix = `${keyPrefix}unreadable.`;

/**
 * Sessions in the secret store, each under its own key. If the secret store fails to keep one, it is held in
 * memory until the window closes.
 */
export class SessionStore implements Disposable {
  readonly #secrets: SecretStore;
  readonly #log: Log;
  readonly #heldInMemory = new Map<AccountId, StoredSession>();
  /** Sessions as last read, until they change. */
  readonly #lastRead = new Map<AccountId, StoredSession>();
  /** Latest read of each session, unless it has changed since. */
  readonly #readings = new Map<AccountId, symbol>();
  readonly #beingSetAside = new Set<AccountId>();
  readonly #onDidChange = new Emitter<AccountId>();
  readonly #onDidFailToStore = new Emitter<StorageError>();
  readonly #onDidSetAside = new Emitter<AccountId>();
  readonly #subscription: Disposable;

  /** Fires when a session was stored or deleted, here or, if the platform reports it, in another window. */
  readonly onDidChange = this.#onDidChange.event;
  /** Fires when the secret store did not keep a session, which is held in memory instead. */
  readonly onDidFailToStore = this.#onDidFailToStore.event;
  /** Fires when a stored session could not be read and was set aside. */
  readonly onDidSetAside = this.#onDidSetAside.event;

  constructor(secrets: SecretStore, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
    this.#subscription = secrets.onDidChange(({ key }) => {
      const id = accountIdOf(key);
      if (id !== undefined) {
        this.#changed(id);
      }
    });
  }

  /** Session of `id` as last read here; undefined if it has changed since, if the platform reports that. */
  lastRead(id: AccountId): StoredSession | undefined {
    return this.#lastRead.get(id);
  }

  /** Returns every readable session. Throws `StorageError`. */
  async list(): Promise<readonly StoredSession[]> {
    const ids = new Set(this.#heldInMemory.keys());
    for (const key of await this.#readKeys()) {
      const id = accountIdOf(key);
      if (id !== undefined) {
        ids.add(id);
      }
    }
    for (const id of this.#lastRead.keys()) {
      if (!ids.has(id)) {
        this.#forgetReading(id);
      }
    }
    const sessions = await Promise.all(Array.from(ids, async (id) => await this.read(id)));
    return sessions.filter((session) => session !== undefined);
  }

  /** Returns the session of `id`; undefined if there is none or it is unreadable. Throws `StorageError`. */
  async read(id: AccountId): Promise<StoredSession | undefined> {
    const reading = Symbol('reading');
    this.#readings.set(id, reading);
    const session = await this.#readStored(id);
    if (this.#readings.get(id) === reading) {
      this.#readings.delete(id);
      if (session === undefined) {
        this.#lastRead.delete(id);
      } else {
        this.#lastRead.set(id, session);
      }
    }
    return session;
  }

  /** Returns the session of `id` if it has not ended. Throws `SessionExpiredError` and `StorageError`. */
  async active(id: AccountId): Promise<StoredSession> {
    const session = await this.read(id);
    if (session === undefined || session.state === 'signInNeeded') {
      throw new SessionExpiredError(id);
    }
    return session;
  }

  /**
   * Stores `session`, and verifies that by reading it back. Never throws: a session that the secret store does
   * not keep is held in memory and reported.
   */
  async write(session: StoredSession): Promise<void> {
    const { id } = accountOfSession(session);
    const key = keyPrefix + id;
    const text = encodeSession(session);
    this.#heldInMemory.set(id, session);
    this.#forgetReading(id);
    try {
      await this.#secrets.store(key, text);
      if ((await this.#secrets.get(key)) !== text) {
        throw new StorageError('write');
      }
      this.#heldInMemory.delete(id);
    } catch (error) {
      this.#log.warn('A session could not be stored and is held in memory.');
      this.#onDidFailToStore.fire(
        error instanceof StorageError ? error : new StorageError('write', { cause: error }),
      );
      this.#changed(id);
    }
  }

  /** Deletes the session of `id`, its set-aside text, and the claim to its renewal. Throws `StorageError`. */
  async delete(id: AccountId): Promise<void> {
    this.#heldInMemory.delete(id);
    this.#forgetReading(id);
    await this.#attempt('write', () => this.#secrets.delete(keyPrefix + id));
    // Once more: what was read meanwhile has gone.
    this.#forgetReading(id);
    await this.#attempt('write', () => this.#secrets.delete(secretKeys.renewalClaim + id));
    await this.#attempt('write', async () => {
      for (const key of await this.#secrets.keys()) {
        if (key.startsWith(`${asidePrefix}${id}.`)) {
          await this.#secrets.delete(key);
        }
      }
    });
    this.#changed(id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChange.dispose();
    this.#onDidFailToStore.dispose();
    this.#onDidSetAside.dispose();
  }

  #changed(id: AccountId): void {
    this.#forgetReading(id);
    this.#onDidChange.fire(id);
  }

  /** Discards the cached and pending reads of a session, which may be outdated. */
  #forgetReading(id: AccountId): void {
    this.#lastRead.delete(id);
    this.#readings.delete(id);
  }

  async #readKeys(): Promise<readonly string[]> {
    try {
      return await this.#attempt('read', () => this.#secrets.keys());
    } catch (error) {
      if (this.#heldInMemory.size === 0) {
        throw error;
      }
      return [];
    }
  }

  async #readStored(id: AccountId): Promise<StoredSession | undefined> {
    const held = this.#heldInMemory.get(id);
    const text = await this.#readText(id, held);
    if (text === undefined) {
      return held;
    }
    const decoded = decodeSession(text);
    if (decoded.kind === 'newer') {
      // Left where it is, for the window that runs the later version.
      this.#log.warn(`Session ${id} was stored by a later version of the extension.`);
      return held;
    }
    if (decoded.kind === 'unreadable' || accountOfSession(decoded.session).id !== id) {
      await this.#setAside(id, text);
      return held;
    }
    return held === undefined || supersedes(decoded.session, held) ? decoded.session : held;
  }

  async #readText(id: AccountId, held: StoredSession | undefined): Promise<string | undefined> {
    try {
      return await this.#attempt('read', () => this.#secrets.get(keyPrefix + id));
    } catch (error) {
      if (held === undefined) {
        throw error;
      }
      return undefined;
    }
  }

  /** Sets unreadable text aside, for a later version or the user. */
  async #setAside(id: AccountId, text: string): Promise<void> {
    if (this.#beingSetAside.has(id)) {
      return;
    }
    this.#beingSetAside.add(id);
    try {
      if ((await this.#secrets.get(keyPrefix + id)) !== text) {
        return; // Somebody else was faster.
      }
      // A key of its own for each text, so that one set aside before is not lost.
      const digest = hexDigestOf(text, 8);
      await this.#secrets.store(`${asidePrefix}${id}.${digest}`, text);
      await this.#secrets.delete(keyPrefix + id);
      this.#log.error(`The stored session ${id} cannot be read and was set aside.`);
      this.#onDidSetAside.fire(id);
    } catch (error) {
      // It stays where it is, and does not keep the other sessions from being read.
      this.#log.error(`The stored session ${id} cannot be read, nor set aside: ${reasonOf(error)}`);
    } finally {
      this.#beingSetAside.delete(id);
    }
  }

  async #attempt<T>(operation: 'read' | 'write', work: () => PromiseLike<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new StorageError(operation, { cause: error });
    }
  }
}

/** Returns whether the stored session replaces the one held in memory because it could not be stored. */
function supersedes(stored: StoredSession, held: StoredSession): boolean {
  return stored.lineage === held.lineage
    ? stored.generation > held.generation
    : stored.issuedAt > held.issuedAt;
}

function accountIdOf(key: string): AccountId | undefined {
  const id = key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : '';
  return isAccountId(id) ? id : undefined;
}
