import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import { StorageError } from '../errors/storageError.ts';
import type { SecretStore } from './secretStore.ts';

/** Maximum time until an answer, in milliseconds: somebody may have to unlock the keyring first. */
export const keyringTimeout = 10_000;

/** Maximum time until an answer while another call has had none for long, in milliseconds. */
const overdueTimeout = 500;

/**
 * Secret store whose calls end: one that is not answered in time fails with `StorageError`. An answer after that
 * counts as a change of what was asked for, so that whoever was refused asks again.
 */
export class TimedSecretStore implements SecretStore, Disposable {
  readonly #below: SecretStore;
  readonly #clock: Clock;
  readonly #onDidChange = new Emitter<{ readonly key: string }>();
  readonly #subscription: Disposable;
  /** Number of calls that have failed and still have no answer. */
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

  /** Returns the answer to `call`, or throws `StorageError`; a late answer changes the keys `keysOf` it. */
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
