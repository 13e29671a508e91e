import type { Label } from '../../api/label.ts';
import type { Clock } from '../../async/clock.ts';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import { LabelWalk, type LabelPageSource } from './labelWalk.ts';

/** Where a search gets its labels from. */
export interface LabelSearchOptions {
  readonly source: LabelPageSource;
  readonly clock: Clock;
}

/** How long a text must stand before it is searched for, in milliseconds. */
const debounce = 150;

/** Labels to show at a time. */
const searchPageSize = 20;

/**
 * Searches the labels of an account for a text that is being typed. The service does the searching.
 * What was found stays until the next answer is there; an answer for an earlier text is dropped.
 */
export class LabelSearch implements Disposable {
  readonly #options: LabelSearchOptions;
  readonly #onDidChange = new Emitter<void>();
  #text = '';
  #timer: Disposable | undefined;
  #request: AbortController | undefined;
  #error: unknown;
  /** What is shown: of the present text, or of the one before until the first answer is there. */
  #shown: LabelWalk | undefined;
  /** The walk for the present text. */
  #current: LabelWalk | undefined;

  /** What was found, or what the search is doing, has changed. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(options: LabelSearchOptions) {
    this.#options = options;
  }

  /** The text that is searched for, without the spaces around it. */
  get text(): string {
    return this.#text;
  }

  /** Whether an answer is awaited, or about to be asked for. */
  get isBusy(): boolean {
    return this.#timer !== undefined || this.#request !== undefined;
  }

  /** Why the last request for the present text failed; undefined if it did not. */
  get error(): unknown {
    return this.#error;
  }

  /** What was found so far, in the order of the service; undefined before the first answer. */
  get labels(): readonly Label[] | undefined {
    return this.#shown?.entries.flatMap((entry) => (entry.kind === 'label' ? [entry.label] : []));
  }

  /** How many labels there are to find, if the service said so. */
  get total(): number | undefined {
    return this.#shown?.total;
  }

  /** Whether `more` may find more. */
  get hasMore(): boolean {
    return this.#shown?.hasMore ?? false;
  }

  /** Searches for `text` as soon as it has stood for a moment; an empty one finds nothing. */
  search(text: string): void {
    const trimmed = text.trim();
    if (trimmed === this.#text) {
      return;
    }
    this.#text = trimmed;
    this.#current = undefined;
    this.#stop();
    this.#error = undefined;
    if (trimmed === '') {
      this.#shown = undefined;
    } else {
      this.#timer = this.#options.clock.schedule(debounce, () => {
        this.#timer = undefined;
        void this.#load();
      });
    }
    this.#onDidChange.fire();
  }

  /** Loads the next labels that match, or tries again after a failure. */
  more(): void {
    if (!this.isBusy && this.#text !== '') {
      void this.#load();
    }
  }

  dispose(): void {
    this.#stop();
    this.#onDidChange.dispose();
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#request?.abort();
    this.#request = undefined;
  }

  /** Never rejects: a failure becomes `error`. */
  async #load(): Promise<void> {
    const { source } = this.#options;
    const walk = (this.#current ??= new LabelWalk(source, { q: this.#text }, searchPageSize));
    const request = new AbortController();
    this.#request = request;
    this.#onDidChange.fire();
    let failure: unknown;
    try {
      await walk.loadNext(request.signal);
    } catch (error) {
      failure = error;
    }
    if (request.signal.aborted) {
      return;
    }
    this.#request = undefined;
    this.#error = failure;
    if (failure === undefined) {
      this.#shown = walk;
    }
    this.#onDidChange.fire();
  }
}
