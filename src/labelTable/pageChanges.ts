import * as z from 'zod/mini';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import type { Memento } from '../core/memento/memento.ts';

const storeKey = 'workforce.tables.pages';
/**
 * Maximum number of stored pages; the latest remain. Each open table has a page, as does each table that was
 * closed with its window.
 */
const maximumPages = 100;

const storedSchema = z.catch(z.array(z.object({ page: z.string(), taken: z.int() })), []);

/** Dependencies of the changes of a page. */
export interface PageChangesOptions {
  /** Store of the numbers: `workspaceState`. */
  readonly store: Memento;
  readonly log: Log;
}

/**
 * A page that has loaded, with the number of the last change in the state that VS Code has stored of it; 0 if
 * it is new.
 */
export interface BegunPage {
  readonly page: string;
  readonly sequence: number;
}

/**
 * Numbers of the changes that the page of a table sends: the last one received, and the last one applied to
 * the document. The latter survives the window, as VS Code stores the state of a page only once a minute:
 * after a crash, a text in that state may already be in the document, or have been undone.
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
   * Starts with a new page, or with a reloaded one, which continues its numbering. Returns whether the text
   * in its open cell is the latest that the user has typed.
   */
  begin({ page, sequence }: BegunPage): boolean {
    const known = this.#stored().find((stored) => stored.page === page)?.taken;
    this.#page = page;
    // A page that is not stored was closed, and has no pending changes.
    this.#received = Math.max(this.#received, known ?? sequence);
    this.#taken = Math.max(this.#taken, known ?? sequence);
    this.#note();
    return known !== undefined && known <= sequence;
  }

  /** Records that the change with this number was received. Returns the last number received before. */
  receive(sequence: number): number {
    const before = this.#received;
    this.#received = Math.max(before, sequence);
    return before;
  }

  /** Records that the document contains the change with this number, and all earlier ones. */
  take(sequence: number): void {
    this.#taken = Math.max(this.#taken, sequence);
    this.#note();
  }

  /** Removes the page, which the user has closed, from the store. */
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
