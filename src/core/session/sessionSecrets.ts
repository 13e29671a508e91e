import { isAccountId, type AccountId } from '../account/account.ts';
import type { Disposable } from '../async/disposable.ts';
import { StorageError } from '../errors/storageError.ts';
import { secretKeyPrefixes, type SecretStore } from '../secrets/secretStore.ts';
import {
  accountOfSession,
  decodeSession,
  encodeSession,
  type DecodedSession,
  type StoredSession,
} from './storedSession.ts';

const keyPrefix = secretKeyPrefixes.session;
/** Keys under which earlier releases kept sessions that they could not read. */
const asidePrefix = `${keyPrefix}unreadable.`;

/** Texts of sessions in the secret store, each under its own key. Methods throw `StorageError`. */
export class SessionSecrets {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** Calls `listener` when a text was stored or deleted, here or, if the platform reports it, elsewhere. */
  onDidChange(listener: (id: AccountId) => void): Disposable {
    return this.#secrets.onDidChange(({ key }) => {
      const id = accountIdOf(key);
      if (id !== undefined) {
        listener(id);
      }
    });
  }

  /** Returns the accounts that have a text. */
  async ids(): Promise<readonly AccountId[]> {
    const keys = await attempt('read', () => this.#secrets.keys());
    return keys.map(accountIdOf).filter((id) => id !== undefined);
  }

  /** Returns the entry stored for `id`, if any; the session of another account counts as unreadable. */
  async read(id: AccountId): Promise<DecodedSession | undefined> {
    const text = await attempt('read', () => this.#secrets.get(keyPrefix + id));
    if (text === undefined) {
      return undefined;
    }
    const decoded = decodeSession(text);
    return decoded.kind === 'session' && accountOfSession(decoded.session).id !== id
      ? { kind: 'unreadable' }
      : decoded;
  }

  /** Stores `session`, and verifies this by reading it back. */
  async write(session: StoredSession): Promise<void> {
    const key = keyPrefix + accountOfSession(session).id;
    const text = encodeSession(session);
    await attempt('write', () => this.#secrets.store(key, text));
    if ((await attempt('write', () => this.#secrets.get(key))) !== text) {
      throw new StorageError('write');
    }
  }

  /**
   * Deletes the text of `id` if `isToDelete` accepts it, and verifies this by reading. Returns the entry that
   * is then stored, if any.
   */
  async deleteIf(
    id: AccountId,
    isToDelete: (decoded: DecodedSession) => Promise<boolean>,
  ): Promise<DecodedSession | undefined> {
    const present = await this.read(id);
    if (present === undefined || !(await isToDelete(present))) {
      return present;
    }
    await attempt('delete', () => this.#secrets.delete(keyPrefix + id));
    const left = await this.read(id);
    if (left !== undefined && (await isToDelete(left))) {
      throw new StorageError('delete');
    }
    return left;
  }

  /** Deletes the other entries for the session of `id`: the renewal claim and unreadable texts. */
  async deleteAuxiliary(id: AccountId): Promise<void> {
    await attempt('delete', async () => {
      await this.#secrets.delete(secretKeyPrefixes.renewalClaim + id);
      for (const key of await this.#secrets.keys()) {
        if (key.startsWith(`${asidePrefix}${id}.`)) {
          await this.#secrets.delete(key);
        }
      }
    });
  }
}

async function attempt<T>(
  operation: 'read' | 'write' | 'delete',
  work: () => PromiseLike<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw StorageError.ofKeyring(operation, error);
  }
}

function accountIdOf(key: string): AccountId | undefined {
  const id = key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : '';
  return isAccountId(id) ? id : undefined;
}
