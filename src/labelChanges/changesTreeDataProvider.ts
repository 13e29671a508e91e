import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { accountTextOfRun } from '../accounts/accountText.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { dayOf, formatAgeOrTime } from '../commands/formatDate.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { Sequencer } from '../core/async/sequencer.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { DayRow, RunRow, rowsBelow, UnreadableRunRow, type ChangesRow } from './changesRows.ts';

/** Dependencies of the rows of the Changes view. */
export interface ChangesTreeDataProviderOptions {
  readonly accounts: Pick<LabelAccounts, 'find'>;
  readonly clock: Clock;
  readonly journal: ChangeJournal;
  readonly log: Log;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
  /**
   * Returns whether the rows are visible. Changes that occur while they are hidden are rendered by the next
   * `update`.
   */
  readonly isVisible: () => boolean;
  /** Called after each check with whether the journal is empty; with false if it cannot be read. */
  readonly showEmptiness: (isEmpty: boolean) => void;
}

/** The runs as last read. */
interface ReadRuns {
  /** Files that contain no readable run. */
  readonly unreadable: readonly UnreadableRunRow[];
  readonly days: readonly DayRow[];
  /** True if the files and runs, and their order, are the same as in the previous reading. */
  readonly isSameList: boolean;
  /** True if only the progress of running runs has changed. */
  readonly isOnlyProgress: boolean;
}

/** Time for which changes are collected before rendering, in milliseconds. */
const updatePause = 200;

/**
 * Pause between two progress updates, in milliseconds: with each, VS Code moves the keyboard focus to the rows,
 * even from its search box.
 */
const progressPause = 2000;

/** Number of days expanded by default. */
const unfoldedDays = 2;

/**
 * Interval for checking whether windows that carry out runs are gone, in milliseconds: a window that is gone
 * writes nothing that could be watched.
 */
const pauseUnderWay = 3000;

/**
 * Rows of all runs by day, newest first, with the outcome of each label. A run keeps its row object, so that
 * rows can be refreshed one by one: VS Code loses expansion and focus when it requests all rows again.
 */
export class ChangesTreeDataProvider implements Disposable, vscode.TreeDataProvider<ChangesRow> {
  readonly #options: ChangesTreeDataProviderOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(
    new vscode.EventEmitter<ChangesRow[] | undefined>(),
  );
  /** Rows whose run has changed since they were rendered. */
  readonly #outdated = new Set<RunRow>();
  #days: readonly DayRow[] = [];
  #unreadable: readonly UnreadableRunRow[] = [];
  readonly #reading = new Sequencer();
  #nextLook: { readonly due: number; readonly timer: Disposable } | undefined;
  #lastShown = -Infinity;
  #isWatching = false;
  #isDisposed = false;

  /** Fires for changed rows; with undefined for all rows, if runs were added or removed. */
  readonly onDidChangeTreeData = this.#onDidChange.event;

  constructor(options: ChangesTreeDataProviderOptions) {
    this.#options = options;
  }

  /** Schedules a refresh. */
  update(): void {
    this.#scheduleCheck(updatePause);
  }

  async getChildren(row?: ChangesRow): Promise<ChangesRow[]> {
    switch (row?.kind) {
      case 'day':
        return Array.from(row.runs);
      case 'run':
        return await rowsBelow(row, this.#options.journal);
      case 'range':
        return row.labels();
      case 'label':
      case 'remedy':
      case 'unreadable':
        return [];
      case undefined: {
        await this.#watch();
        const { days, unreadable } = await this.#read();
        this.#outdated.clear();
        return [...unreadable, ...days];
      }
    }
  }

  /** Returns the row above `row`; undefined for a day, or if unknown. */
  getParent(row: ChangesRow): ChangesRow | undefined {
    return this.#days.find(({ runs }) => runs.some((run) => run === row));
  }

  /**
   * Returns the row of the run `id`, or of the run that the run `id` undoes or redoes; undefined if it is not
   * stored.
   */
  async rowOf(id: string): Promise<RunRow | undefined> {
    const { days, isSameList } = await this.#read();
    if (!isSameList) {
      // Request the rows now: the next check compares with the list read here, and would find no change.
      this.#fire(undefined);
    }
    return days
      .flatMap(({ runs }) => runs)
      .find(({ chain }) => chain.runs.some(({ header }) => header.id === id));
  }

  getTreeItem(row: ChangesRow): vscode.TreeItem {
    return row.kind === 'label' ? row.treeItem(this.#options.statusNames()) : row.treeItem();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#nextLook?.timer.dispose();
    this.#disposables.dispose();
  }

  /** Schedules a check for changes within `pause` milliseconds. */
  #scheduleCheck(pause: number): void {
    const { clock } = this.#options;
    const due = clock.monotonic() + pause;
    if (this.#isDisposed || (this.#nextLook !== undefined && this.#nextLook.due <= due)) {
      return;
    }
    this.#nextLook?.timer.dispose();
    const timer = clock.schedule(pause, () => {
      this.#nextLook = undefined;
      if (this.#options.isVisible()) {
        void this.#showChanges();
      } else if (this.#days.length === 0) {
        this.#checkEmptiness();
      }
    });
    this.#nextLook = { due, timer };
  }

  /**
   * Checks whether there are runs before the view is opened, without reading them: a welcome text that
   * appeared later would lose the keyboard focus.
   */
  #checkEmptiness(): void {
    const { journal, showEmptiness } = this.#options;
    void this.#reading.queue(async () => {
      const hasRuns = await journal.has().catch(() => true);
      showEmptiness(!hasRuns);
    });
  }

  /** Refreshes the rows. Never rejects. */
  async #showChanges(): Promise<void> {
    try {
      const { isOnlyProgress, isSameList } = await this.#read();
      if (!isSameList) {
        this.#fire(undefined);
      } else if (this.#outdated.size > 0) {
        const rest = this.#lastShown + progressPause - this.#options.clock.monotonic();
        if (isOnlyProgress && rest > 0) {
          this.#scheduleCheck(rest);
        } else {
          this.#fire(Array.from(this.#outdated));
        }
      }
    } catch {
      // VS Code then requests the rows and shows the error.
      this.#fire(undefined);
    }
  }

  #fire(changed: ChangesRow[] | undefined): void {
    this.#outdated.clear();
    this.#lastShown = this.#options.clock.monotonic();
    this.#onDidChange.fire(changed);
  }

  /** Reads sequentially, so that older state never replaces newer state. Throws `StorageError`. */
  async #read(): Promise<ReadRuns> {
    const { showEmptiness } = this.#options;
    return await this.#reading.queue(async () => {
      let isEmpty = false;
      try {
        const read = await this.#readNow();
        isEmpty = read.days.length + read.unreadable.length === 0;
        return read;
      } finally {
        showEmptiness(isEmpty);
      }
    });
  }

  async #readNow(): Promise<ReadRuns> {
    const { accounts, clock, journal } = this.#options;
    const now = clock.now();
    const content = await journal.content();
    const known = new Map(
      this.#days.flatMap(({ runs }) => runs).map((row) => [row.chain.root.header.id, row]),
    );
    let isOnlyProgress = true;
    const rows: RunRow[] = [];
    for (const chain of content.chains.toReversed()) {
      const { account, at, id } = chain.root.header;
      const state = {
        chain,
        account: accountTextOfRun(chain.root, accounts),
        renewedAt: accounts.find(account.id)?.renewedAt,
        isReadOnly: accounts.find(account.id)?.readOnly !== undefined,
        age: formatAgeOrTime(at, now),
      };
      const row = known.get(id) ?? new RunRow(state);
      const difference = row.take(state);
      if (difference !== 'none') {
        this.#outdated.add(row);
        isOnlyProgress &&= difference === 'progress';
      }
      rows.push(row);
    }
    if (rows.some((row) => row.isUnderWay)) {
      this.#scheduleCheck(pauseUnderWay);
    }
    const areSameFiles = this.#takeUnreadable(content.unreadable);
    const { days, isSameList } = this.#intoDays(rows, now);
    return {
      unreadable: this.#unreadable,
      days,
      isSameList: isSameList && areSameFiles,
      isOnlyProgress,
    };
  }

  /** Updates the rows of unreadable files. Returns whether the files are the same as before. */
  #takeUnreadable(paths: readonly string[]): boolean {
    const before = this.#unreadable;
    this.#unreadable = paths.map((path) => new UnreadableRunRow(path));
    return isDeepStrictEqual(
      paths,
      before.map(({ path }) => path),
    );
  }

  /** Groups runs by day, reusing the rows of existing days. */
  #intoDays(rows: readonly RunRow[], now: number): Pick<ReadRuns, 'days' | 'isSameList'> {
    const before = this.#days;
    const known = new Map(before.map((row) => [row.day, row]));
    const byDay = Map.groupBy(rows, ({ chain }) => dayOf(chain.root.header.at));
    let isSameList = byDay.size === before.length;
    const days = Array.from(byDay, ([day, runs], index) => {
      const row = known.get(day) ?? new DayRow(day, index < unfoldedDays);
      const isOther = row.take(runs, now);
      isSameList &&= !isOther && row === before[index];
      return row;
    });
    this.#days = days;
    return { days, isSameList };
  }

  /** Watches for changes by other windows once the rows are shown. */
  async #watch(): Promise<void> {
    if (this.#isWatching) {
      return;
    }
    this.#isWatching = true;
    try {
      this.#disposables.add(await this.#options.journal.watch(() => this.update()));
    } catch (error) {
      this.#options.log.warn(`Changes in other windows are not shown: ${reasonOf(error)}`);
    }
  }
}
