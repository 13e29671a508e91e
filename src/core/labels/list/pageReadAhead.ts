import type { Disposable } from '../../async/disposable.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import type { PagePosition } from './pageCursor.ts';

/** Fetches one page. */
export type PageFetch<Answer> = (position: PagePosition, signal: AbortSignal) => Promise<Answer>;

/** Number of futile prefetches after which pages are fetched one by one. */
const maximumMisses = 3;

/** Options for prefetching pages. */
export interface PageReadAheadOptions {
  /** Number of concurrent requests. */
  readonly atATime: number;
  /** Aborts all requests, even while no page is being taken. */
  readonly signal: AbortSignal | undefined;
}

/** Consecutive pages in flight; a request for another page makes all of them outdated. */
class PageFlights<Answer> implements Disposable {
  readonly #fetch: PageFetch<Answer>;
  readonly #atATime: number;
  readonly #controller: LinkedAbortController;
  /** Responses that have not been taken. */
  readonly #answers = new Map<string, Promise<Answer>>();
  #upcoming: readonly PagePosition[] = [];
  #underWay = 0;
  #hasFailed = false;

  constructor(fetch: PageFetch<Answer>, { atATime, signal }: PageReadAheadOptions) {
    this.#fetch = fetch;
    this.#atATime = atATime;
    this.#controller = new LinkedAbortController(signal);
  }

  /** Returns whether `position` is the expected page, or none is expected. */
  predicts(position: PagePosition): boolean {
    return this.#answers.size === 0 || this.#answers.has(keyOf(position));
  }

  async take(position: PagePosition, upcoming: readonly PagePosition[]): Promise<Answer> {
    const key = keyOf(position);
    const answer = this.#answers.get(key) ?? this.#start(position);
    this.#answers.delete(key);
    this.#upcoming = upcoming;
    this.#startUpcoming();
    return await answer;
  }

  dispose(): void {
    this.#controller.abort();
    this.#controller.dispose();
  }

  #start(position: PagePosition): Promise<Answer> {
    const answer = this.#fetch(position, this.#controller.signal);
    this.#answers.set(keyOf(position), answer);
    this.#underWay++;
    answer.then(
      () => {
        this.#underWay--;
        this.#startUpcoming();
      },
      () => {
        // A failure counts only when the page is taken, which may never happen. Fetching later pages is
        // useless.
        this.#underWay--;
        this.#hasFailed = true;
      },
    );
    return answer;
  }

  #startUpcoming(): void {
    for (const position of this.#upcoming) {
      if (this.#underWay >= this.#atATime || this.#hasFailed || this.#controller.signal.aborted) {
        return;
      }
      if (!this.#answers.has(keyOf(position))) {
        void this.#start(position);
      }
    }
  }
}

/**
 * Fetches pages before they are requested, a few at a time, without knowing their content: the caller checks
 * them in order. If a page is requested out of order, all prefetched pages are outdated and dropped.
 */
export class PageReadAhead<Answer> implements Disposable {
  readonly #fetch: PageFetch<Answer>;
  readonly #options: PageReadAheadOptions;
  #flights: PageFlights<Answer>;
  #misses = 0;

  constructor(fetch: PageFetch<Answer>, options: PageReadAheadOptions) {
    this.#fetch = fetch;
    this.#options = options;
    this.#flights = new PageFlights(fetch, options);
  }

  /**
   * Returns the response for `position`; prefetches `upcoming`, now or as soon as other responses have
   * arrived. Throws the errors of the fetch, but not those of a later page.
   */
  async take(position: PagePosition, upcoming: readonly PagePosition[]): Promise<Answer> {
    if (!this.#flights.predicts(position)) {
      this.#misses++;
      this.#flights.dispose();
      this.#flights = new PageFlights(this.#fetch, this.#options);
    }
    return await this.#flights.take(position, this.#misses < maximumMisses ? upcoming : []);
  }

  /** Aborts all pending requests. */
  dispose(): void {
    this.#flights.dispose();
  }
}

function keyOf({ current, size }: PagePosition): string {
  return `${current}/${size}`;
}
