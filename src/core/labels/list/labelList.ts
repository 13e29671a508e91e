import { isDeepStrictEqual } from 'node:util';
import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { throwIfAborted } from '../../async/abort.ts';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import { ActionRunner, type ActionState, type RunningAction } from './actionRunner.ts';
import type { LabelFilter } from './labelCriteria.ts';
import { emptyFilter } from './labelFilter.ts';
import { LabelWalk, type LabelPageSource } from './labelWalk.ts';
import type { ListEntry } from './orderedEntries.ts';

/** Action of a list: load the first page, the next page or all pages, or reload all loaded pages. */
export type LabelListAction = 'first' | 'more' | 'all' | 'refresh';

/** Number of labels after which `loadAll` stops until it is called again. */
const loadAllStep = 200_000;

/** Size of records, in UTF-16 units, after which `loadAll` stops as well. */
const loadAllSize = 200_000_000;

/** State of a list. `failed` lasts until the next action. */
export type LabelListState = ActionState<LabelListAction>;

/**
 * Change of a list. `state`: its activity changed, but not its entries. `label`: the content of one entry
 * changed. `entries`: anything may have changed.
 */
export type LabelListChange =
  | { readonly kind: 'entries' }
  | { readonly kind: 'state' }
  | { readonly kind: 'label'; readonly label: Label };

/**
 * Result of loading all labels. `ceiling`: there are more, which another call loads. `replaced`: another
 * action ended it, such as a new filter.
 */
export type LoadAllEnd = 'complete' | 'ceiling' | 'failed' | 'replaced';

/** Number of labels read so far, and the total if known. */
export interface ReadProgress {
  readonly read: number;
  readonly total: number | undefined;
}

/** Source and selection of a list's labels. */
export interface LabelListOptions {
  readonly source: LabelPageSource;
  /** Returns the page size; called for each walk through the pages. */
  readonly pageSize: () => number;
  readonly filter?: LabelFilter;
}

type ListAction = RunningAction<LabelListAction, ListEntry | undefined>;

/**
 * Loaded labels of one account, with the actions that load more. Getters never fetch. One action runs at a
 * time: calling the same one again joins it. An action that replaces another ends it, and late responses for
 * it are dropped. A failure keeps the loaded labels and becomes the state.
 *
 * Actions do not reject because of a failure. An aborted `signal` ends the wait of its caller with
 * `CancelledError`, and the action itself once no caller waits for it.
 */
export class LabelList implements Disposable {
  readonly #options: LabelListOptions;
  readonly #onDidChange = new Emitter<LabelListChange>();
  readonly #onDidProgress = new Emitter<ReadProgress>();
  readonly #actions = new ActionRunner<LabelListAction, ListEntry | undefined>(() =>
    this.#notify(),
  );
  #filter: LabelFilter;
  /** Statuses of labels shown with earlier filters. */
  #statusesBefore: ReadonlySet<number> = new Set();
  #walk: LabelWalk;
  /** Walk of a refresh, until it replaces `#walk`. */
  #refreshWalk: LabelWalk | undefined;
  #isLoaded = false;
  #isDisposed = false;
  /** Walk and number of entries known to the listeners. */
  #notifiedWalk: LabelWalk | undefined;
  #notifiedCount = 0;

  /** Fires when the entries, the state or the filter have changed. */
  readonly onDidChange = this.#onDidChange.event;

  /** Fires while all labels are being read, to load or to filter them. `onDidChange` follows once, at the end. */
  readonly onDidProgress = this.#onDidProgress.event;

  constructor(options: LabelListOptions) {
    this.#options = options;
    this.#filter = options.filter ?? emptyFilter;
    this.#walk = this.#newWalk();
  }

  /** Loaded entries, in the order of the service. */
  get entries(): readonly ListEntry[] {
    return this.#walk.entries;
  }

  /** The label with this id, if it is loaded and readable. */
  find(id: LabelId): Label | undefined {
    return this.#walk.find(id);
  }

  /** Number of loaded entries. */
  get count(): number {
    return this.#walk.count;
  }

  /** Number of labels that match the filter, if the service gave a plausible number. */
  get total(): number | undefined {
    return this.#walk.total;
  }

  /** True if there may be matching labels that are not loaded. */
  get hasMore(): boolean {
    return this.#walk.hasMore;
  }

  /** Number of labels that the service counted but did not list; 0 until all pages are loaded. */
  get missing(): number {
    return this.#isLoaded ? this.#walk.missing : 0;
  }

  /** True once the first page for the filter has arrived. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get state(): LabelListState {
    return this.#actions.state;
  }

  get filter(): LabelFilter {
    return this.#filter;
  }

  /** Statuses of the account's labels shown so far, with any filter. */
  statusesSeen(): ReadonlySet<number> {
    const statuses = new Set(this.#statusesBefore);
    for (const entry of this.entries) {
      if (entry.kind === 'label' && entry.label.labelStatus !== undefined) {
        statuses.add(entry.label.labelStatus);
      }
    }
    return statuses;
  }

  /** Loads the first page, unless it is loaded or all labels are being loaded. */
  async loadFirst(signal?: AbortSignal): Promise<void> {
    const { current } = this.#actions;
    if (!this.#isLoaded && current?.action !== 'all') {
      await this.#actions.wait(current ?? this.#startNext('first'), signal);
    }
  }

  /**
   * Loads the next page and returns its first new entry. Joins a pending load, but does nothing while all
   * labels are being loaded: joining that would prevent its cancellation.
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
   * Loads all labels, several pages at a time, or only the next `loadAllStep` labels or `loadAllSize` of
   * records. Waits for other loading, and resumes after a refresh that replaced it.
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
        // Fails also if the action that replaced this one failed: resuming would hide that failure.
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

  /** Reloads as many entries as are currently loaded. The old entries stay until the reload is complete. */
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

  /** Repeats the failed action, if any. */
  async retry(signal?: AbortSignal): Promise<void> {
    const { state } = this.#actions;
    if (state.kind === 'failed') {
      await this.#actions.wait(this.#restart(state.action), signal);
    }
  }

  /**
   * Sets the filter: drops the loaded labels and loads the first page. Does nothing if the filter is
   * unchanged. If `signal` is aborted before that page has arrived, the previous filter and labels are
   * restored.
   */
  async setFilter(filter: LabelFilter, signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    if (isDeepStrictEqual(filter, this.#filter)) {
      return;
    }
    const [filterBefore, walkBefore, wasLoaded] = [this.#filter, this.#walk, this.#isLoaded];
    this.#statusesBefore = this.statusesSeen();
    this.#filter = filter;
    this.#walk = this.#newWalk();
    this.#isLoaded = false;
    const walk = this.#walk;
    try {
      await this.#actions.wait(this.#startNext('first'), signal);
    } catch (error) {
      // Restores nothing if another caller has set another filter, or waits for this one.
      if (this.#walk === walk && this.#actions.current === undefined && !this.#isLoaded) {
        this.#filter = filterBefore;
        this.#walk = walkBefore;
        this.#isLoaded = wasLoaded;
        this.#notify();
      }
      throw error;
    }
  }

  /** Replaces the content of a label in place. */
  update(label: Label): void {
    this.#refreshWalk?.replace(label);
    const before = this.#walk.find(label.id)?.record;
    const isSame = before !== undefined && isDeepStrictEqual(before, label.record);
    if (this.#walk.replace(label) && !isSame && this.#isNotified(label.id)) {
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
    return new LabelWalk(this.#options.source, this.#filter, pageSize, (read, total) =>
      this.#onDidProgress.fire({ read, total }),
    );
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
    const sizeLimit = walk.size + loadAllSize;
    return this.#actions.start('all', async (signal) => {
      for await (const _ of walk.loadUpTo(limit, signal)) {
        throwIfAborted(signal);
        this.#isLoaded = true;
        this.#onDidProgress.fire({ read: this.count, total: this.total });
        if (walk.size >= sizeLimit) {
          break;
        }
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

  /** Returns whether the listeners know of a loaded label. If not, an `entries` event follows. */
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
