import { StorageError } from '../errors/storageError.ts';
import type { SecretStore } from './secretStore.ts';

/**
 * Secret store that keeps secrets in memory, until the window closes, if the underlying store fails to keep
 * them. Methods except `store` throw `StorageError`.
 */
export class FallbackSecretStore implements SecretStore {
  readonly #below: SecretStore;
  readonly #held = new Map<string, string>();

  constructor(below: SecretStore) {
    this.#below = below;
  }

  get onDidChange(): SecretStore['onDidChange'] {
    return this.#below.onDidChange;
  }

  async keys(): Promise<readonly string[]> {
    const held = [...this.#held.keys()];
    try {
      return [...new Set([...(await this.#below.keys()), ...held])];
    } catch (error) {
      if (held.length === 0) {
        throw StorageError.ofKeyring('read', error);
      }
      return held;
    }
  }

  async get(key: string): Promise<string | undefined> {
    try {
      return this.#held.get(key) ?? (await this.#below.get(key));
    } catch (error) {
      throw StorageError.ofKeyring('read', error);
    }
  }

  async store(key: string, value: string): Promise<void> {
    this.#held.set(key, value);
    try {
      await this.#below.store(key, value);
      if ((await this.#below.get(key)) === value) {
        this.#held.delete(key);
      }
    } catch {
      // The secret stays in memory. The session store reports a failing keyring, once for all secrets.
    }
  }

  async delete(key: string): Promise<void> {
    const wasHeld = this.#held.delete(key);
    try {
      await this.#below.delete(key);
    } catch (error) {
      // A secret that the underlying store did not keep need not be deleted there.
      if (!wasHeld) {
        throw StorageError.ofKeyring('delete', error);
      }
    }
  }
}
