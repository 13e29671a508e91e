/** Runs tasks sequentially. */
export class Sequencer {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once all that was queued before has ended, well or not. Throws as `work` does. */
  async queue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return await result;
  }
}
