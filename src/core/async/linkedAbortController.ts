import type { Disposable } from './disposable.ts';

/**
 * An `AbortController` that also aborts with the first of its sources, until disposed. Replaces
 * `AbortSignal.any`, whose signal Node.js 24.16 and later do not abort if it has no listeners and the source
 * has been collected meanwhile (https://github.com/nodejs/node/issues/65995), which loses a cancellation.
 */
export class LinkedAbortController extends AbortController implements Disposable {
  readonly #sources: readonly AbortSignal[];

  constructor(...sources: readonly (AbortSignal | undefined)[]) {
    super();
    this.#sources = sources.filter((source) => source !== undefined);
    for (const source of this.#sources) {
      source.addEventListener('abort', this.#follow, { once: true });
    }
    this.#follow();
  }

  /** Stops listening to the sources. */
  dispose(): void {
    for (const source of this.#sources) {
      source.removeEventListener('abort', this.#follow);
    }
  }

  readonly #follow = (): void => {
    const aborted = this.#sources.find((source) => source.aborted);
    if (aborted !== undefined) {
      this.abort(aborted.reason);
    }
  };
}
