import type { Disposable } from '../../async/disposable.ts';
import type { PagePosition } from './pageCursor.ts';

/** Asks for one page. */
export type PageFetch<Answer> = (position: PagePosition, signal: AbortSignal) => Promise<Answer>;

/** How often pages may be fetched in vain before one is fetched after the other. */
const maximumMisses = 3;

/**
 * Has pages fetched before they are asked for. It knows nothing about what is in them: the caller
 * judges one after the other, in order. If another page is asked for than was foreseen, all that was
 * fetched ahead is out of date and dropped.
 */
export class PageReadAhead<Answer> implements Disposable {
  readonly #fetch: PageFetch<Answer>;
  readonly #flights = new Map<string, Promise<Answer>>();
  #controller = new AbortController();
  #misses = 0;

  constructor(fetch: PageFetch<Answer>) {
    this.#fetch = fetch;
  }

  /**
   * The answer for `position`, while those for `upcoming` are fetched as well. Throws what the fetch
   * throws, but no failure of a page ahead of its turn.
   */
  async take(position: PagePosition, upcoming: readonly PagePosition[]): Promise<Answer> {
    const foreseen = this.#flights.get(keyOf(position));
    if (foreseen === undefined && this.#flights.size > 0) {
      this.#misses++;
      this.#controller.abort();
      this.#controller = new AbortController();
      this.#flights.clear();
    }
    const answer = foreseen ?? this.#start(position);
    this.#flights.delete(keyOf(position));
    if (this.#misses < maximumMisses) {
      for (const ahead of upcoming) {
        if (!this.#flights.has(keyOf(ahead))) {
          void this.#start(ahead);
        }
      }
    }
    return await answer;
  }

  /** Ends all requests that are under way. */
  dispose(): void {
    this.#controller.abort();
  }

  #start(position: PagePosition): Promise<Answer> {
    const answer = this.#fetch(position, this.#controller.signal);
    // A failure counts when the page's turn comes, which may be never.
    answer.catch(() => undefined);
    this.#flights.set(keyOf(position), answer);
    return answer;
  }
}

function keyOf({ current, size }: PagePosition): string {
  return `${current}/${size}`;
}
