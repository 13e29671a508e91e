import type { Disposable } from '../../async/disposable.ts';
import type { PagePosition } from './pageCursor.ts';

/** Asks for one page. */
export type PageFetch<Answer> = (position: PagePosition, signal: AbortSignal) => Promise<Answer>;

/** How often pages may be fetched in vain before one is fetched after the other. */
const maximumMisses = 3;

/** Pages that follow from each other: if another one is asked for, all of them are out of date. */
class PageFlights<Answer> {
  readonly #fetch: PageFetch<Answer>;
  readonly #atATime: number;
  readonly #controller = new AbortController();
  /** The answers that nobody has taken yet. */
  readonly #answers = new Map<string, Promise<Answer>>();
  #upcoming: readonly PagePosition[] = [];
  #underWay = 0;

  constructor(fetch: PageFetch<Answer>, atATime: number) {
    this.#fetch = fetch;
    this.#atATime = atATime;
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

  abort(): void {
    this.#upcoming = [];
    this.#controller.abort();
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
        // A failure counts when the page's turn comes, which may be never. Until then no further page is asked for.
        this.#underWay--;
        this.#upcoming = [];
      },
    );
    return answer;
  }

  #startUpcoming(): void {
    for (const position of this.#upcoming) {
      if (this.#underWay >= this.#atATime) {
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
  readonly #atATime: number;
  #flights: PageFlights<Answer>;
  #misses = 0;

  /** `atATime`: how many requests run at a time. */
  constructor(fetch: PageFetch<Answer>, atATime: number) {
    this.#fetch = fetch;
    this.#atATime = atATime;
    this.#flights = new PageFlights(fetch, atATime);
  }

  /**
   * The answer for `position`, while those for `upcoming` are fetched as well, now or as soon as others
   * have come. Throws what the fetch throws, but no failure of a page ahead of its turn.
   */
  async take(position: PagePosition, upcoming: readonly PagePosition[]): Promise<Answer> {
    if (!this.#flights.foresees(position)) {
      this.#misses++;
      this.#flights.abort();
      this.#flights = new PageFlights(this.#fetch, this.#atATime);
    }
    return await this.#flights.take(position, this.#misses < maximumMisses ? upcoming : []);
  }

  /** Ends all requests that are under way. */
  dispose(): void {
    this.#flights.abort();
  }
}

function keyOf({ current, size }: PagePosition): string {
  return `${current}/${size}`;
}
