import { Emitter } from '../../src/core/async/event.ts';
import type { SecretStore } from '../../src/core/secrets/secretStore.ts';

/** What goes wrong with one call: it throws, or it finds nothing and does nothing. */
export type CallFault = 'throws' | 'does nothing';

/** A window's access to a shared secret store, of which one call fails. */
export class FaultySecretStore implements SecretStore {
  readonly #below: SecretStore;
  readonly #emitter = new Emitter<{ readonly key: string }>();
  #fault: CallFault | undefined;
  #remaining = 0;
  /** Number of calls so far. */
  calls = 0;

  readonly onDidChange: SecretStore['onDidChange'];

  constructor(below: SecretStore) {
    this.#below = below;
    this.onDidChange = this.#emitter.event;
    below.onDidChange((change) => this.#emitter.fire(change));
  }

  /** Whether the fault has happened. */
  get hasFailed(): boolean {
    return this.#fault !== undefined && this.#remaining === 0;
  }

  /** Lets the call number `call` from now on fail, beginning with 1. */
  failAt(call: number, fault: CallFault): void {
    this.#remaining = call;
    this.#fault = fault;
  }

  async keys(): Promise<readonly string[]> {
    return this.#isSkipped() ? [] : await this.#below.keys();
  }

  async get(key: string): Promise<string | undefined> {
    return this.#isSkipped() ? undefined : await this.#below.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    if (!this.#isSkipped()) {
      await this.#below.store(key, value);
    }
  }

  async delete(key: string): Promise<void> {
    if (!this.#isSkipped()) {
      await this.#below.delete(key);
    }
  }

  #isSkipped(): boolean {
    this.calls++;
    if (this.#remaining === 0 || --this.#remaining > 0) {
      return false;
    }
    if (this.#fault === 'throws') {
      throw new Error('The keyring is locked.');
    }
    return true;
  }
}
