import type { LabelId } from '../../account/labelAddress.ts';
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
 * What has changed. `state`: what the list is doing, while its entries are as they were. `label`: the
 * content of one entry. `entries`: anything.
 */
export type LabelListChange =
  | { readonly kind: 'entries' }
  | { readonly kind: 'state' }
  | { readonly kind: 'label'; readonly label: Label };

/**
 * How loading all labels has ended. `ceiling`: there are more, and it can be called again for them.
 * `replaced`: something else has ended it, such as another filter.
 */
export type LoadAllEnd = 'complete' | 'ceiling' | 'failed' | 'replaced';

/** Where a list gets its labels from, and which. */
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
    this.#notify(),
  );
  #filter: LabelFilter;
  #walk: LabelWalk;
  /** The walk of a refresh, until it takes the place of `#walk`. */
  #refreshWalk: LabelWalk | undefined;
  #isLoaded = false;
  #isDisposed = false;
  /** What the listeners know of: that many entries of that walk. */
  #notifiedWalk: LabelWalk | undefined;
  #notifiedCount = 0;

  /** The entries, the state or the filter have changed. */
  readonly onDidChange = this.#onDidChange.event;

  /** While all labels are loaded: `count` has grown. `onDidChange` follows at the end, once. */
  readonly onDidProgress = this.#onDidProgress.event;

  constructor(options: LabelListOptions) {
    this.#options = options;
    this.#filter = options.filter ?? emptyFilter;
    this.#walk = this.#newWalk();
  }

  /** What is loaded, in the order of the service. */
  get entries(): readonly ListEntry[] {
    return this.#walk.entries;
  }

  /** The label with this id, if it is loaded and readable. */
  find(id: LabelId): Label | undefined {
    return this.#walk.find(id);
  }

  /** How many entries are loaded. */
  get count(): number {
    return this.#walk.count;
  }

  /** How many labels match the filter, if the service said so credibly. */
  get total(): number | undefined {
    return this.#walk.total;
  }

  /** Whether there may be labels that match and are not loaded. */
  get hasMore(): boolean {
    return this.#walk.hasMore;
  }

  /** How many labels the service counts beyond those that it has listed; 0 until it has listed all that it does. */
  get missing(): number {
    return this.#isLoaded ? this.#walk.missing : 0;
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
   * Loads the next page and returns its first new entry. Joins whatever is being loaded, but does
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
        // Also if that is of what took its place: going on would cover it.
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

  /** Loads everything anew, as many entries as are loaded now. The old ones stay until it is done. */
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
   * if it is the filter already.
   */
  async setFilter(filter: LabelFilter, signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    if (!isSameFilter(filter, this.#filter)) {
      this.#filter = filter;
      this.#walk = this.#newWalk();
      this.#isLoaded = false;
      await this.#actions.wait(this.#startNext('first'), signal);
    }
  }

  /** Gives a label its new content in place. */
  update(label: Label): void {
    this.#refreshWalk?.replace(label);
    if (this.#walk.replace(label) && this.#isNotified(label.id)) {
      this.#onDidChange.fire({ kind: 'label', label });
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#actions.dispose();
    this.#onDidChange.dispose();
    this.#onDidProgress.dispose();
  }

  #newWalk(): LabelWalk {
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
    const walk = this.#walk;
    return this.#actions.start(action, async (signal) => {
      const [firstNew] = await walk.loadNext(signal);
      throwIfAborted(signal);
      this.#isLoaded = true;
      return firstNew;
    });
  }

  #startAll(): ListAction {
    const walk = this.#walk;
    const limit = (Math.floor(walk.count / loadAllStep) + 1) * loadAllStep;
    return this.#actions.start('all', async (signal) => {
      for await (const _ of walk.loadUpTo(limit, signal)) {
        throwIfAborted(signal);
        this.#isLoaded = true;
        this.#onDidProgress.fire();
      }
      return undefined;
    });
  }

  #startRefresh(): ListAction {
    const depth = this.#walk.count;
    const walk = this.#newWalk();
    return this.#actions.start('refresh', async (signal) => {
      this.#refreshWalk = walk;
      try {
        await walk.loadNext(signal);
        for await (const _ of walk.loadUpTo(depth, signal)) {
          throwIfAborted(signal);
        }
        throwIfAborted(signal);
        this.#walk = walk;
      } finally {
        if (this.#refreshWalk === walk) {
          this.#refreshWalk = undefined;
        }
      }
      return undefined;
    });
  }

  /** Whether the listeners know of a label that is loaded. If not, `entries` follows. */
  #isNotified(id: LabelId): boolean {
    const known = this.#notifiedCount;
    return (
      known === this.count ||
      this.entries.slice(0, known).some((entry) => entry.kind === 'label' && entry.label.id === id)
    );
  }

  #notify(): void {
    const isKnown = this.#notifiedWalk === this.#walk && this.#notifiedCount === this.count;
    this.#notifiedWalk = this.#walk;
    this.#notifiedCount = this.count;
    this.#onDidChange.fire({ kind: isKnown ? 'state' : 'entries' });
  }
}
