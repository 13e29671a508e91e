import type { Label, LabelId } from '../api/label.ts';
import { abortable, throwIfAborted } from '../base/abort.ts';
import type { Disposable } from '../base/disposable.ts';
import { CancelledError } from '../base/errors/cancelledError.ts';
import { Emitter } from '../base/event.ts';
import { emptyFilter, isSameFilter, type LabelFilter } from './labelFilter.ts';
import { LabelPages, type LabelPageSource } from './labelPages.ts';
import type { LabelListRow } from './labelRows.ts';

/** What a list fetches: its first page, its next page, all pages, or all that it had loaded once more. */
export type LabelListAction = 'first' | 'more' | 'all' | 'refresh';

/** How many labels are loaded before `loadAll` stops, to be called again for as many more. */
const loadAllStep = 200_000;

/** What a list is doing. `failed` lasts until the next action. */
export type LabelListState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly action: LabelListAction }
  | { readonly kind: 'failed'; readonly action: LabelListAction; readonly error: unknown };

/**
 * What has changed. `state`: what the list is doing, while its rows are as they were. `label`: the
 * content of one row. `rows`: anything.
 */
export type LabelListChange =
  | { readonly kind: 'rows' }
  | { readonly kind: 'state' }
  | { readonly kind: 'label'; readonly label: Label };

/**
 * How loading all labels has ended. `ceiling`: there are more, and it can be called again for them.
 * `replaced`: something else is shown now, such as what matches another filter.
 */
export type LoadAllEnd = 'complete' | 'ceiling' | 'failed' | 'replaced';

/** What a list works with. */
export interface LabelListOptions {
  readonly source: LabelPageSource;
  /** How many labels to ask for at a time; asked anew for each walk through the pages. */
  readonly pageSize: () => number;
  readonly filter?: LabelFilter;
}

/** `hasMore`: there were labels that are not loaded. `replaced`: another action took its place. */
type FlightEnd =
  | {
      readonly kind: 'done';
      readonly firstNew: LabelListRow | undefined;
      readonly hasMore: boolean;
    }
  | { readonly kind: 'failed' | 'cancelled' | 'replaced' };

interface Flight {
  readonly action: LabelListAction;
  readonly controller: AbortController;
  /** Never rejects: failures become the list's state. */
  readonly done: Promise<FlightEnd>;
  waiting: number;
}

/**
 * The labels of one account that are loaded, and what it takes to load more. Reading never fetches.
 * One action runs at a time: a second call of the same one joins it. An action that replaces
 * another ends it, and whatever answer still comes for that one is dropped. A failure leaves what is
 * loaded and becomes the state.
 *
 * Actions do not reject because of a failure. An aborted `signal` ends the wait of its caller with
 * `CancelledError`, and the action itself once nobody waits for it.
 */
export class LabelList implements Disposable {
  readonly #options: LabelListOptions;
  readonly #onDidChange = new Emitter<LabelListChange>();
  readonly #onDidProgress = new Emitter<void>();
  #filter: LabelFilter;
  #pages: LabelPages;
  /** The walk of a refresh, until it takes the place of `#pages`. */
  #refreshed: LabelPages | undefined;
  #isLoaded = false;
  #isDisposed = false;
  #state: LabelListState = { kind: 'idle' };
  #flight: Flight | undefined;
  /** What the listeners were last told about. */
  #told:
    | { readonly pages: LabelPages; readonly revision: number; readonly count: number }
    | undefined;

  /** The rows, the state or the filter have changed. */
  readonly onDidChange = this.#onDidChange.event;

  /** While all labels are loaded: `count` has grown. The rows are told of at the end, as one change. */
  readonly onDidProgress = this.#onDidProgress.event;

  constructor(options: LabelListOptions) {
    this.#options = options;
    this.#filter = options.filter ?? emptyFilter;
    this.#pages = this.#newPages();
  }

  /** What is loaded, in the order of the service. */
  get rows(): readonly LabelListRow[] {
    return this.#pages.rows;
  }

  /** How many rows are loaded. */
  get count(): number {
    return this.#pages.count;
  }

  /** How many labels match the filter, where the service said so credibly. */
  get total(): number | undefined {
    return this.#pages.total;
  }

  /** Whether there may be labels that match and are not loaded. */
  get hasMore(): boolean {
    return this.#pages.hasMore;
  }

  /** Whether the first page has come since the filter was set. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get state(): LabelListState {
    return this.#state;
  }

  get filter(): LabelFilter {
    return this.#filter;
  }

  /** Loads the first page, unless it is there. */
  async loadFirst(signal?: AbortSignal): Promise<void> {
    if (this.#isLoaded) {
      return;
    }
    await this.#wait(this.#flight ?? this.#startNext('first'), signal);
  }

  /**
   * Loads the next page and gives back its first new row. Joins whatever is being loaded, but does
   * nothing while all labels are: these are more, and whoever wants them can cancel.
   */
  async loadMore(signal?: AbortSignal): Promise<LabelListRow | undefined> {
    const flight = this.#flight;
    if (flight === undefined ? !this.hasMore : flight.action === 'all') {
      return undefined;
    }
    const action = this.#isLoaded ? 'more' : 'first';
    const end = await this.#wait(flight ?? this.#startNext(action), signal);
    return end?.kind === 'done' ? end.firstNew : undefined;
  }

  /**
   * Loads all labels, several pages at a time, or as many as make up the next `loadAllStep`. Waits for
   * whatever else is being loaded, and goes on after a refresh.
   */
  async loadAll(signal?: AbortSignal): Promise<LoadAllEnd> {
    const filter = this.#filter;
    let end: FlightEnd | undefined;
    while (this.#filter === filter && !this.#isDisposed) {
      if (this.#flight !== undefined && this.#flight.action !== 'all') {
        await this.#wait(this.#flight, signal);
        continue;
      }
      throwIfAborted(signal);
      if (end !== undefined && this.#state.kind === 'failed') {
        // What has taken the place of `all`: its failure is to be seen.
        return 'failed';
      }
      if (this.#flight === undefined && !this.hasMore) {
        return 'complete';
      }
      end = await this.#wait(this.#flight ?? this.#startAll(), signal);
      if (end?.kind === 'failed') {
        return 'failed';
      }
      if (end?.kind === 'done') {
        return end.hasMore ? 'ceiling' : 'complete';
      }
    }
    return 'replaced';
  }

  /** Loads everything anew, as many rows as are loaded now. The old rows stay until it is done. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const isUnderWay = this.#flight?.action === 'first' || this.#flight?.action === 'refresh';
    if (!isUnderWay && !this.#isLoaded) {
      await this.loadFirst(signal);
      return;
    }
    await this.#wait(isUnderWay ? this.#flight : this.#startRefresh(), signal);
  }

  /** Repeats the action that failed; without one it does nothing. */
  async retry(signal?: AbortSignal): Promise<void> {
    if (this.#state.kind !== 'failed') {
      return;
    }
    const { action } = this.#state;
    await this.#wait(this.#restart(action), signal);
  }

  /**
   * Shows the labels that match `filter`: forgets what is loaded and loads the first page. Does nothing
   * where it is the filter already.
   */
  async setFilter(filter: LabelFilter, signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    if (!isSameFilter(filter, this.#filter)) {
      this.#filter = filter;
      this.#pages = this.#newPages();
      this.#isLoaded = false;
      await this.#wait(this.#startNext('first'), signal);
    }
  }

  /** Gives a label's row its new content in place. */
  update(label: Label): void {
    this.#refreshed?.replace(label);
    const isUpToDate = !this.#hasUntoldRows();
    if (!this.#pages.replace(label)) {
      return;
    }
    if (isUpToDate) {
      this.#tell({ kind: 'label', label });
    } else if (this.#isTold(label.id)) {
      // The other rows are told of when their time has come.
      this.#onDidChange.fire({ kind: 'label', label });
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#flight?.controller.abort();
    this.#onDidChange.dispose();
    this.#onDidProgress.dispose();
  }

  #newPages(): LabelPages {
    const pageSize = Math.max(1, Math.trunc(this.#options.pageSize()));
    return new LabelPages(this.#options.source, this.#filter, pageSize);
  }

  #restart(action: LabelListAction): Flight {
    switch (action) {
      case 'first':
      case 'more':
        return this.#startNext(action);
      case 'all':
        return this.#startAll();
      case 'refresh':
        return this.#startRefresh();
    }
  }

  #startNext(action: 'first' | 'more'): Flight {
    const pages = this.#pages;
    return this.#start(action, async (signal) => {
      const [firstNew] = await pages.loadNext(signal);
      throwIfAborted(signal);
      this.#isLoaded = true;
      return firstNew;
    });
  }

  #startAll(): Flight {
    const pages = this.#pages;
    const limit = (Math.floor(pages.count / loadAllStep) + 1) * loadAllStep;
    return this.#start('all', async (signal) => {
      for await (const _ of pages.loadUpTo(limit, signal)) {
        throwIfAborted(signal);
        this.#isLoaded = true;
        this.#onDidProgress.fire();
      }
      return undefined;
    });
  }

  #startRefresh(): Flight {
    const depth = this.#pages.count;
    const pages = this.#newPages();
    return this.#start('refresh', async (signal) => {
      this.#refreshed = pages;
      try {
        await pages.loadNext(signal);
        for await (const _ of pages.loadUpTo(depth, signal)) {
          throwIfAborted(signal);
        }
        throwIfAborted(signal);
        this.#pages = pages;
      } finally {
        if (this.#refreshed === pages) {
          this.#refreshed = undefined;
        }
      }
      return undefined;
    });
  }

  #start(
    action: LabelListAction,
    work: (signal: AbortSignal) => Promise<LabelListRow | undefined>,
  ): Flight {
    this.#flight?.controller.abort();
    const controller = new AbortController();
    const { promise: done, resolve } = Promise.withResolvers<FlightEnd>();
    const flight: Flight = { action, controller, done, waiting: 0 };
    this.#flight = flight;
    this.#setState({ kind: 'loading', action });
    resolve(this.#fly(flight, work));
    return flight;
  }

  async #fly(
    flight: Flight,
    work: (signal: AbortSignal) => Promise<LabelListRow | undefined>,
  ): Promise<FlightEnd> {
    let end: FlightEnd;
    let state: LabelListState = { kind: 'idle' };
    try {
      const firstNew = await work(flight.controller.signal);
      end = { kind: 'done', firstNew, hasMore: this.hasMore };
    } catch (error) {
      if (error instanceof CancelledError) {
        end = { kind: 'cancelled' };
      } else {
        end = { kind: 'failed' };
        state = { kind: 'failed', action: flight.action, error };
      }
    }
    if (this.#flight !== flight) {
      // Who waited for this action now waits for the one that took its place.
      await this.#flight?.done;
      return { kind: 'replaced' };
    }
    this.#flight = undefined;
    this.#setState(state);
    return end;
  }

  async #wait(
    flight: Flight | undefined,
    signal: AbortSignal | undefined,
  ): Promise<FlightEnd | undefined> {
    if (flight === undefined) {
      return undefined;
    }
    flight.waiting++;
    try {
      return await abortable(flight.done, signal);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0 && signal?.aborted) {
        flight.controller.abort();
      }
    }
  }

  #setState(state: LabelListState): void {
    this.#state = state;
    this.#tell({ kind: this.#hasUntoldRows() ? 'rows' : 'state' });
  }

  #hasUntoldRows(): boolean {
    return this.#told?.pages !== this.#pages || this.#told.revision !== this.#pages.revision;
  }

  #isTold(id: LabelId): boolean {
    return this.#told?.pages === this.#pages && this.#pages.hasAmongFirst(this.#told.count, id);
  }

  #tell(change: LabelListChange): void {
    const { count, revision } = this.#pages;
    this.#told = { pages: this.#pages, revision, count };
    this.#onDidChange.fire(change);
  }
}
