import type { Label } from '../../api/label.ts';
import type { Clock } from '../../async/clock.ts';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import type { LabelPageSource } from './labelWalk.ts';
import { WordSearch } from './wordSearch.ts';

/** Source of a search's labels. */
export interface SearchAsYouTypeOptions {
  readonly source: LabelPageSource;
  readonly clock: Clock;
}

/** Time for which a text must be unchanged before it is searched, in milliseconds. */
const debounce = 150;

/** Results of a search so far, or its failure; a new object whenever they change. */
export interface SearchResults {
  /** Text that `labels` match; the previous text until the response for the current one arrives. */
  readonly text: string;
  /** Part of the text sent to the service, if not all of it; the rest was matched locally. */
  readonly asked: string | undefined;
  /** Labels found, in the order of the service. */
  readonly labels: readonly Label[];
  /** Number of matching labels, if the service gave it. */
  readonly total: number | undefined;
  /** True if `more` may find further labels. */
  readonly hasMore: boolean;
  /** Failure of the last request for the current text; undefined if it succeeded. */
  readonly error: unknown;
}

const noResults: SearchResults = {
  text: '',
  asked: undefined,
  labels: [],
  total: undefined,
  hasMore: false,
  error: undefined,
};

/**
 * Searches the labels of an account as the user types. Results stay until the next response; a response for an
 * earlier text is dropped.
 */
export class SearchAsYouType implements Disposable {
  readonly #options: SearchAsYouTypeOptions;
  readonly #onDidChange = new Emitter<void>();
  #text = '';
  #timer: Disposable | undefined;
  #request: AbortController | undefined;
  #results = noResults;
  /** Search for the current text. */
  #search: WordSearch | undefined;
  #isCurrent = true;

  /** Fires when `results` or `isBusy` has changed. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(options: SearchAsYouTypeOptions) {
    this.#options = options;
  }

  /** Text being searched, trimmed. */
  get text(): string {
    return this.#text;
  }

  /** True while a response is pending, or about to be requested. */
  get isBusy(): boolean {
    return this.#timer !== undefined || this.#request !== undefined;
  }

  /** True if `results` belong to the current text rather than to an earlier one. */
  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  get results(): SearchResults {
    return this.#results;
  }

  /** Searches for `text` once it has been unchanged for a moment; an empty text has no results. */
  search(text: string): void {
    const trimmed = text.trim();
    if (trimmed === this.#text) {
      return;
    }
    const wasBusy = this.isBusy;
    const before = this.#results;
    this.#stop();
    this.#text = trimmed;
    this.#search = undefined;
    this.#isCurrent = trimmed === '';
    if (trimmed === '') {
      this.#results = noResults;
    } else {
      if (before.error !== undefined) {
        this.#results = { ...before, error: undefined };
      }
      this.#timer = this.#options.clock.schedule(debounce, () => void this.#load());
    }
    // Does not fire for every key: listeners would be rendering while the response arrives.
    if (this.isBusy !== wasBusy || this.#results !== before) {
      this.#onDidChange.fire();
    }
  }

  /** Starts a delayed search immediately. */
  hurry(): void {
    if (this.#timer !== undefined) {
      void this.#load();
    }
  }

  /** Loads more matching labels, or retries after a failure. */
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
    const search = (this.#search ??= new WordSearch(source, this.#text));
    const request = new AbortController();
    this.#request = request;
    let results: SearchResults;
    try {
      await search.loadNext(request.signal);
      results = resultsOf(search, this.#text);
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

function resultsOf(search: WordSearch, text: string): SearchResults {
  const { asked, hasMore, total } = search;
  return { text, asked, labels: Array.from(search.labels), total, hasMore, error: undefined };
}
