import * as z from 'zod/mini';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import type { Memento } from '../core/memento/memento.ts';

const storeKey = 'workforce.tables.pages';
/** Maximum number of pages; the latest remain. Each open table has one, and each that was closed with its window. */
const maximumPages = 100;

const storedSchema = z.catch(z.array(z.object({ page: z.string(), taken: z.int() })), []);

/** Dependencies of the changes of a page. */
export interface PageChangesOptions {
  /** Store in which they are noted: `workspaceState`. */
  readonly store: Memento;
  readonly log: Log;
}

/** A page that begins, with the number of the last change that VS Code has kept of it; 0 if it is new. */
export interface BegunPage {
  readonly page: string;
  readonly sequence: number;
}

/**
 * Numbers of the changes that the page of a table sends: the last one received, and the last one taken into the
 * document. That one outlives the window, as VS Code stores once a minute what it keeps of a page: after a crash,
 * a text in it may be in the document by now, or undone again.
 */
export class PageChanges {
  readonly #options: PageChangesOptions;
  #page: string | undefined;
  #received = 0;
  #taken = 0;

  constructor(options: PageChangesOptions) {
    this.#options = options;
  }

  /** Number of the last change of the page that is in the document. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Begins with a page, or with one that is loaded anew, which goes on counting. Returns whether the text in its
   * open cell is the latest of what the user has typed.
   */
  begin({ page, sequence }: BegunPage): boolean {
    const known = this.#stored().find((stored) => stored.page === page)?.taken;
    this.#page = page;
    // A page that was closed has nothing under way.
    this.#received = Math.max(this.#received, known ?? sequence);
    this.#taken = Math.max(this.#taken, known ?? sequence);
    this.#note();
    return known !== undefined && known <= sequence;
  }

  /** Receives the change with this number. Returns the number of the one before. */
  receive(sequence: number): number {
    const before = this.#received;
    this.#received = Math.max(before, sequence);
    return before;
  }

  /** Takes the change with this number, and all before it, as contained in the document. */
  take(sequence: number): void {
    this.#taken = Math.max(this.#taken, sequence);
    this.#note();
  }

  /** Forgets the page, which the user has closed. */
  close(): void {
    if (this.#page !== undefined) {
      this.#store(this.#others());
    }
  }

  #note(): void {
    if (this.#page !== undefined) {
      this.#store([...this.#others(), { page: this.#page, taken: this.#taken }]);
    }
  }

  #others(): z.output<typeof storedSchema> {
    return this.#stored().filter(({ page }) => page !== this.#page);
  }

  #stored(): z.output<typeof storedSchema> {
    return storedSchema.parse(this.#options.store.get(storeKey));
  }

  #store(pages: z.output<typeof storedSchema>): void {
    const { log, store } = this.#options;
    store.update(storeKey, pages.slice(-maximumPages)).then(undefined, (error: unknown) => {
      log.warn(`The changes of a table's page could not be noted: ${reasonOf(error)}`);
    });
  }
}
