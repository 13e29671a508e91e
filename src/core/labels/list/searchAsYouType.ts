import type { Label } from '../../api/label.ts';
import type { Clock } from '../../async/clock.ts';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import { LabelWalk, type LabelPageSource } from './labelWalk.ts';

/** Where a search gets its labels from. */
export interface SearchAsYouTypeOptions {
  readonly source: LabelPageSource;
  readonly clock: Clock;
}

/** How long a text must stand before it is searched for, in milliseconds. */
const debounce = 150;

/** Labels to show at a time. */
const searchPageSize = 20;

/** What a search has found so far, or why it has found nothing: another object whenever that changes. */
export interface SearchResults {
  /** What `labels` were found for: a text before the present one until the next answer is there. */
  readonly text: string;
  /** In the order of the service. */
  readonly labels: readonly Label[];
  /** How many labels there are to find, if the service said so. */
  readonly total: number | undefined;
  /** Whether `more` may find more. */
  readonly hasMore: boolean;
  /** Why the last request for the present text failed; undefined if it did not. */
  readonly error: unknown;
}

const noResults: SearchResults = {
  text: '',
  labels: [],
  total: undefined,
  hasMore: false,
  error: undefined,
};

/**
 * Searches the labels of an account for a text that is being typed. The service does the searching.
 * What was found stays until the next answer is there; an answer for an earlier text is dropped.
 */
export class SearchAsYouType implements Disposable {
  readonly #options: SearchAsYouTypeOptions;
  readonly #onDidChange = new Emitter<void>();
  #text = '';
  #timer: Disposable | undefined;
  #request: AbortController | undefined;
  #results = noResults;
  /** The walk for the present text. */
  #walk: LabelWalk | undefined;
  #isCurrent = true;

  /** `results` or `isBusy` has changed. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(options: SearchAsYouTypeOptions) {
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

  /** Whether `results` are those of the present text, and not of one before. */
  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  get results(): SearchResults {
    return this.#results;
  }

  /** Searches for `text` as soon as it has stood for a moment; an empty one finds nothing. */
  search(text: string): void {
    const trimmed = text.trim();
    if (trimmed === this.#text) {
      return;
    }
    const wasBusy = this.isBusy;
    const before = this.#results;
    this.#stop();
    this.#text = trimmed;
    this.#walk = undefined;
    this.#isCurrent = trimmed === '';
    if (trimmed === '') {
      this.#results = noResults;
    } else {
      if (before.error !== undefined) {
        this.#results = { ...before, error: undefined };
      }
      this.#timer = this.#options.clock.schedule(debounce, () => void this.#load());
    }
    // Not for every key: who shows it would be drawing while the answer comes.
    if (this.isBusy !== wasBusy || this.#results !== before) {
      this.#onDidChange.fire();
    }
  }

  /** Searches for a text at once that is still waited for to stand. */
  hurry(): void {
    if (this.#timer !== undefined) {
      void this.#load();
    }
  }

  /** Loads the next labels that match, or tries again after a failure. */
  more(): void {
    if (!this.isBusy && this.#text !== '') {
      void this.#load();
      this.#onDidChange.fire();
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

  /** Never rejects: a failure becomes a result. */
  async #load(): Promise<void> {
    this.#stop();
    const { source } = this.#options;
    const walk = (this.#walk ??= new LabelWalk(source, { q: this.#text }, searchPageSize));
    const request = new AbortController();
    this.#request = request;
    let results: SearchResults;
    try {
      await walk.loadNext(request.signal);
      results = resultsOf(walk, this.#text);
    } catch (error) {
      results = { ...this.#results, error };
    }
    if (!request.signal.aborted) {
      this.#request = undefined;
      this.#results = results;
      this.#isCurrent = true;
      this.#onDidChange.fire();
    }
  }
}

function resultsOf({ entries, hasMore, total }: LabelWalk, text: string): SearchResults {
  const labels = entries.flatMap((entry) => (entry.kind === 'label' ? [entry.label] : []));
  return { text, labels, total, hasMore, error: undefined };
}
