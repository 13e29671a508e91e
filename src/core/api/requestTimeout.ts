import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { LinkedAbortController } from '../async/linkedAbortController.ts';
import { CancelledError } from '../errors/cancelledError.ts';
import { TimeoutError } from '../errors/timeoutError.ts';

/** Options of a `RequestTimeout`. */
export interface RequestTimeoutOptions {
  readonly clock: Clock;
  readonly milliseconds: number;
  /** Host, for the error. */
  readonly host: string;
  /** Aborted when the caller cancels the request. */
  readonly cancelled: AbortSignal | undefined;
}

/** Aborts a request with all its attempts on timeout or cancellation, until disposed. */
export class RequestTimeout implements Disposable {
  readonly #options: RequestTimeoutOptions;
  readonly #controller: LinkedAbortController;
  readonly #timer: Disposable;

  constructor(options: RequestTimeoutOptions) {
    const { cancelled, clock, milliseconds } = options;
    this.#options = options;
    this.#controller = new LinkedAbortController(cancelled);
    this.#timer = clock.schedule(milliseconds, () => this.#controller.abort());
  }

  /** Aborted when the request has to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Error that ended the request, once `signal` is aborted. */
  errorOf(cause: unknown): CancelledError | TimeoutError {
    const { cancelled, host, milliseconds } = this.#options;
    return cancelled?.aborted
      ? new CancelledError({ cause })
      : new TimeoutError(host, Math.round(milliseconds / 1000), { cause });
  }

  dispose(): void {
    this.#timer.dispose();
    this.#controller.dispose();
  }
}
