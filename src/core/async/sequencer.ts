/** Runs tasks sequentially. */
export class Sequencer {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs `work` after all previously queued work has ended, even with an error, and returns its result.
   * Throws the errors of `work`.
   */
  async queue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return await result;
  }
}
