import { abortable } from './abort.ts';

/** Shares work between concurrent callers with the same key. */
export class SingleFlight<Key, Value> {
  readonly #running = new Map<Key, Promise<Value>>();

  /**
   * Joins the pending work for `key`, or starts it. An aborted `signal` ends the wait of this caller with
   * `CancelledError`; the work continues for the others.
   */
  async run(key: Key, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    let running = this.#running.get(key);
    if (running === undefined) {
      running = work().finally(() => this.#running.delete(key));
      this.#running.set(key, running);
      // All callers may have left by the time the work fails; those that still wait get the error.
      running.catch(() => undefined);
    }
    return await abortable(running, signal);
  }
}
