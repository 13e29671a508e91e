import type { Disposable } from '../../async/disposable.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import type { PagePosition } from './pageCursor.ts';

/** Asks for one page. */
export type PageFetch<Answer> = (position: PagePosition, signal: AbortSignal) => Promise<Answer>;

/** How often pages may be fetched in vain before one is fetched after the other. */
const maximumMisses = 3;

/** How pages are read ahead. */
export interface PageReadAheadOptions {
  /** How many requests run at a time. */
  readonly atATime: number;
  /** Ends all requests, also while nobody takes a page. */
  readonly signal: AbortSignal | undefined;
}

/** Pages that follow from each other: if another one is asked for, all of them are out of date. */
class PageFlights<Answer> implements Disposable {
  readonly #fetch: PageFetch<Answer>;
  readonly #atATime: number;
  readonly #controller: LinkedAbortController;
  /** The answers that nobody has taken yet. */
  readonly #answers = new Map<string, Promise<Answer>>();
  #upcoming: readonly PagePosition[] = [];
  #underWay = 0;
  #hasFailed = false;

  constructor(fetch: PageFetch<Answer>, { atATime, signal }: PageReadAheadOptions) {
    this.#fetch = fetch;
    this.#atATime = atATime;
    this.#controller = new LinkedAbortController(signal);
  }

  /** Whether `position` is the page to be taken, or nothing says which one is. */
  foresees(position: PagePosition): boolean {
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
        // A failure counts when the page's turn comes, which may be never. What comes after it is in vain.
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
 * Has pages fetched before they are asked for, a few at a time. It knows nothing about what is in them:
 * the caller judges one after the other, in order. If another page is asked for than was foreseen, all
 * that was fetched ahead is out of date and dropped.
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
   * The answer for `position`, while those for `upcoming` are fetched as well, now or as soon as others
   * have come. Throws what the fetch throws, but no failure of a page ahead of its turn.
   */
  async take(position: PagePosition, upcoming: readonly PagePosition[]): Promise<Answer> {
    if (!this.#flights.foresees(position)) {
      this.#misses++;
      this.#flights.dispose();
      this.#flights = new PageFlights(this.#fetch, this.#options);
    }
    return await this.#flights.take(position, this.#misses < maximumMisses ? upcoming : []);
  }

  /** Ends all requests that are under way. */
  dispose(): void {
    this.#flights.dispose();
  }
}

function keyOf({ current, size }: PagePosition): string {
  return `${current}/${size}`;
}
