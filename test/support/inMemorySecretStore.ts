import { Emitter } from '../../src/core/async/event.ts';
import type { SecretStore } from '../../src/core/secrets/secretStore.ts';

/** Fault of a keyring. */
export type KeyringFault =
  /** Reading throws. */
  | 'get'
  /** Writing throws. */
  | 'store'
  /** Deleting throws. */
  | 'delete'
  /** Listing throws. */
  | 'keys'
  /** Written values are silently lost. */
  | 'forget';

/**
 * A secret store in memory. Two windows that are given the same one see each other's changes; it
 * fails in the ways that `faults` names.
 */
export class InMemorySecretStore implements SecretStore {
  readonly values = new Map<string, string>();
  readonly faults = new Set<KeyringFault>();
  readonly #emitter = new Emitter<{ readonly key: string }>();

  #answer: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#emitter.event;

  /** Leaves all calls without an answer. Returns what answers them. */
  silence(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answer = promise;
    return resolve;
  }

  async keys(): Promise<readonly string[]> {
    await this.#answer;
    this.#failIf('keys');
    return [...this.values.keys()];
  }

  async get(key: string): Promise<string | undefined> {
    await this.#answer;
    this.#failIf('get');
    return this.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#answer;
    this.#failIf('store');
    if (!this.faults.has('forget')) {
      this.values.set(key, value);
      this.#emitter.fire({ key });
    }
  }

  async delete(key: string): Promise<void> {
    await this.#answer;
    this.#failIf('delete');
    this.values.delete(key);
    this.#emitter.fire({ key });
  }

  #failIf(fault: KeyringFault): void {
    if (this.faults.has(fault)) {
      throw new Error(`The keyring does not ${fault}.`);
    }
  }
}

/** Secret store as a window of VS Code in a browser sees it: as it was when the window was loaded. */
export class SnapshotSecretStore implements SecretStore {
  readonly #shared: InMemorySecretStore;
  readonly #own = new InMemorySecretStore();

  constructor(shared: InMemorySecretStore) {
    this.#shared = shared;
    for (const [key, value] of shared.values) {
      this.#own.values.set(key, value);
    }
  }

  get onDidChange(): SecretStore['onDidChange'] {
    return this.#own.onDidChange;
  }

  async keys(): Promise<readonly string[]> {
    return await this.#own.keys();
  }

  async get(key: string): Promise<string | undefined> {
    return await this.#own.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#shared.store(key, value);
    await this.#own.store(key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#shared.delete(key);
    await this.#own.delete(key);
  }
}
