import type { LabelId } from '../../account/labelId.ts';
import type { Label } from '../../api/label.ts';
import { throwIfAborted } from '../../async/abort.ts';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import { ActionRunner, type ActionState, type RunningAction } from './actionRunner.ts';
import { emptyFilter, isSameFilter, type LabelFilter } from './labelFilter.ts';
import { LabelWalk, type LabelPageSource } from './labelWalk.ts';
import type { ListEntry } from './orderedEntries.ts';

/** What a list fetches: its first page, its next page, all pages, or all that it had loaded once more. */
export type LabelListAction = 'first' | 'more' | 'all' | 'refresh';

/** How many labels are loaded before `loadAll` stops, to be called again for as many more. */
const loadAllStep = 200_000;

/** What a list is doing. `failed` lasts until the next action. */
export type LabelListState = ActionState<LabelListAction>;

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
 * `replaced`: something else has ended it, such as another filter.
 */
export type LoadAllEnd = 'complete' | 'ceiling' | 'failed' | 'replaced';

/** What a list works with. */
export interface LabelListOptions {
  readonly source: LabelPageSource;
  /** How many labels to ask for at a time; asked anew for each walk through the pages. */
  readonly pageSize: () => number;
  readonly filter?: LabelFilter;
}

type ListAction = RunningAction<LabelListAction, ListEntry | undefined>;

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
  readonly #actions = new ActionRunner<LabelListAction, ListEntry | undefined>(() =>
    this.#tell({ kind: this.#hasUntoldRows() ? 'rows' : 'state' }),
  );
  #filter: LabelFilter;
  #pages: LabelWalk;
  /** The walk of a refresh, until it takes the place of `#pages`. */
  #refreshed: LabelWalk | undefined;
  #isLoaded = false;
  #isDisposed = false;
  /** What the listeners were last told about. */
  #told:
    | { readonly pages: LabelWalk; readonly revision: number; readonly count: number }
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
  get rows(): readonly ListEntry[] {
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
    return this.#actions.state;
  }

  get filter(): LabelFilter {
    return this.#filter;
  }

  /** Loads the first page, unless it is there or all labels are being loaded. */
  async loadFirst(signal?: AbortSignal): Promise<void> {
    const { current } = this.#actions;
    if (!this.#isLoaded && current?.action !== 'all') {
      await this.#actions.wait(current ?? this.#startNext('first'), signal);
    }
  }

  /**
   * Loads the next page and gives back its first new row. Joins whatever is being loaded, but does
   * nothing while all labels are: it would keep that from being cancelled.
   */
  async loadMore(signal?: AbortSignal): Promise<ListEntry | undefined> {
    const { current } = this.#actions;
    if (current === undefined ? !this.hasMore : current.action === 'all') {
      return undefined;
    }
    const running = current ?? this.#startNext(this.#isLoaded ? 'more' : 'first');
    const end = await this.#actions.wait(running, signal);
    return end.kind === 'done' ? end.result : undefined;
  }

  /**
   * Loads all labels, several pages at a time, or as many as make up the next `loadAllStep`. Waits for
   * whatever else is being loaded, and goes on after a refresh that takes its place.
   */
  async loadAll(signal?: AbortSignal): Promise<LoadAllEnd> {
    const filter = this.#filter;
    let hasBegun = false;
    while (this.#filter === filter && !this.#isDisposed) {
      const { current, state } = this.#actions;
      if (current !== undefined && current.action !== 'all') {
        await this.#actions.wait(current, signal);
        continue;
      }
      throwIfAborted(signal);
      if (hasBegun && state.kind === 'failed') {
        // Also where that is of what took its place: going on would cover it.
        return 'failed';
      }
      if (current === undefined && !this.hasMore) {
        return 'complete';
      }
      hasBegun = true;
      const { kind } = await this.#actions.wait(current ?? this.#startAll(), signal);
      if (kind === 'done' && this.#filter === filter) {
        return this.hasMore ? 'ceiling' : 'complete';
      }
      if (kind === 'cancelled') {
        return 'replaced';
      }
    }
    return 'replaced';
  }

  /** Loads everything anew, as many rows as are loaded now. The old rows stay until it is done. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const { current } = this.#actions;
    if (current?.action === 'first' || current?.action === 'refresh') {
      await this.#actions.wait(current, signal);
    } else if (this.#isLoaded) {
      await this.#actions.wait(this.#startRefresh(), signal);
    } else {
      await this.loadFirst(signal);
    }
  }

  /** Repeats the action that failed; without one it does nothing. */
  async retry(signal?: AbortSignal): Promise<void> {
    const { state } = this.#actions;
    if (state.kind === 'failed') {
      await this.#actions.wait(this.#restart(state.action), signal);
    }
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
      await this.#actions.wait(this.#startNext('first'), signal);
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
    this.#actions.dispose();
    this.#onDidChange.dispose();
    this.#onDidProgress.dispose();
  }

  #newPages(): LabelWalk {
    const pageSize = Math.max(1, Math.trunc(this.#options.pageSize()));
    return new LabelWalk(this.#options.source, this.#filter, pageSize);
  }

  #restart(action: LabelListAction): ListAction {
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

  #startNext(action: 'first' | 'more'): ListAction {
    const pages = this.#pages;
    return this.#actions.start(action, async (signal) => {
      const [firstNew] = await pages.loadNext(signal);
      throwIfAborted(signal);
      this.#isLoaded = true;
      return firstNew;
    });
  }

  #startAll(): ListAction {
    const pages = this.#pages;
    const limit = (Math.floor(pages.count / loadAllStep) + 1) * loadAllStep;
    return this.#actions.start('all', async (signal) => {
      for await (const _ of pages.loadUpTo(limit, signal)) {
        throwIfAborted(signal);
        this.#isLoaded = true;
        this.#onDidProgress.fire();
      }
      return undefined;
    });
  }

  #startRefresh(): ListAction {
    const depth = this.#pages.count;
    const pages = this.#newPages();
    return this.#actions.start('refresh', async (signal) => {
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
