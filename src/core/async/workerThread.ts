import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { abortable } from './abort.ts';

/** Options of a thread. */
interface WorkerThreadOptions {
  /** Path of its bundled script. */
  readonly script: string;
  /** Memory limit, above which the thread ends with an error. */
  readonly megabytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Returns the error to throw when `cause`, such as a lack of memory, has ended the thread. */
  readonly errorOf: (cause: unknown) => Error;
}

/** Thread that answers one request after another. */
export class WorkerThread implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #options: WorkerThreadOptions;

  private constructor(worker: Worker, options: WorkerThreadOptions) {
    this.#worker = worker;
    this.#options = options;
  }

  /** Starts a thread, which takes long on a busy machine. Throws `CancelledError`. */
  static async start(options: WorkerThreadOptions): Promise<WorkerThread> {
    const { megabytes, script, signal } = options;
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    try {
      await abortable(once(worker, 'online'), signal);
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    return new WorkerThread(worker, options);
  }

  /** Sends a request and returns the answer, unchecked. Throws what `errorOf` returns, and `CancelledError`. */
  async ask(request: unknown): Promise<unknown> {
    const { errorOf, signal } = this.#options;
    const { promise, reject, resolve } = Promise.withResolvers<unknown>();
    const onError = (error: unknown): void => reject(errorOf(error));
    this.#worker.on('message', resolve).on('error', onError);
    this.#worker.postMessage(request);
    try {
      return await abortable(promise, signal);
    } finally {
      this.#worker.off('message', resolve).off('error', onError);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
