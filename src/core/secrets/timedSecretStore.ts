import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import { StorageError } from '../errors/storageError.ts';
import type { SecretStore } from './secretStore.ts';

/** Maximum time to wait for an answer, in milliseconds: the user may have to unlock the keyring first. */
export const keyringTimeout = 10_000;

/** Maximum time to wait for an answer while another call is overdue, in milliseconds. */
const overdueTimeout = 500;

/**
 * Secret store whose calls always end: a call that is not answered in time fails with `StorageError`. A late
 * answer fires a change of the keys requested, so that the caller retries.
 */
export class TimedSecretStore implements SecretStore, Disposable {
  readonly #below: SecretStore;
  readonly #clock: Clock;
  readonly #onDidChange = new Emitter<{ readonly key: string }>();
  readonly #subscription: Disposable;
  /** Number of calls that have failed and are still unanswered. */
  #overdue = 0;

  readonly onDidChange = this.#onDidChange.event;

  constructor(below: SecretStore, clock: Clock) {
    this.#below = below;
    this.#clock = clock;
    this.#subscription = below.onDidChange((change) => this.#onDidChange.fire(change));
  }

  async keys(): Promise<readonly string[]> {
    return await this.#inTime(
      () => this.#below.keys(),
      (keys) => keys,
    );
  }

  async get(key: string): Promise<string | undefined> {
    return await this.#inTime(
      () => this.#below.get(key),
      () => [key],
    );
  }

  async store(key: string, value: string): Promise<void> {
    await this.#inTime(
      () => this.#below.store(key, value),
      () => [key],
    );
  }

  async delete(key: string): Promise<void> {
    await this.#inTime(
      () => this.#below.delete(key),
      () => [key],
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }

  /**
   * Returns the answer to `call`, or throws `StorageError`; after a late answer, fires a change of the keys
   * that `keysOf` returns for it.
   */
  async #inTime<T>(
    call: () => PromiseLike<T>,
    keysOf: (answer: T) => readonly string[],
  ): Promise<T> {
    let isOverdue = false;
    const { promise, reject, resolve } = Promise.withResolvers<T>();
    const timer = this.#clock.schedule(this.#overdue > 0 ? overdueTimeout : keyringTimeout, () => {
      isOverdue = true;
      this.#overdue++;
      reject(new StorageError('silent'));
    });
    const answer = async (): Promise<void> => {
      try {
        const answered = await call();
        resolve(answered);
        if (isOverdue) {
          this.#overdue--;
          for (const key of keysOf(answered)) {
            this.#onDidChange.fire({ key });
          }
        }
      } catch (error) {
        reject(error);
        this.#overdue -= isOverdue ? 1 : 0;
      } finally {
        timer.dispose();
      }
    };
    void answer();
    return await promise;
  }
}
