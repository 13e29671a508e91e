import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { ChangeJournal } from '../core/labels/changes/journal.ts';
import { canUndo } from '../core/labels/changes/undo.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { accountOfRun } from './accountText.ts';
import { RunRow, rowsBelow, type ChangesRow } from './changesRows.ts';

/** What the rows of the view Changes need. */
export interface ChangesTreeDataProviderOptions {
  readonly accounts: Pick<LabelAccounts, 'find'>;
  readonly clock: Clock;
  readonly journal: ChangeJournal;
  readonly log: Log;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
  /** Whether anybody sees the rows: what happens meanwhile is shown by the next `update`. */
  readonly isVisible: () => boolean;
  /** Is told each time that it was looked whether there are no runs; false where they cannot be read. */
  readonly showWhetherEmpty: (isEmpty: boolean) => void;
}

/** The runs, as they were read last. */
interface ReadRuns {
  readonly rows: readonly RunRow[];
  /** Whether these are the rows from before, in the same order. */
  readonly isSameList: boolean;
  /** Whether no more has changed than how far runs have come that are under way. */
  readonly isOnlyProgress: boolean;
}

/** How long changes are collected before they are looked at, in milliseconds. */
const updatePause = 200;

/**
 * How long progress waits after what was shown last, in milliseconds: each time VS Code takes the keyboard
 * focus to the rows, also from its own search in them.
 */
const progressPause = 2000;

/** Of a window that has gone nothing is written: when it is looked at again, in milliseconds. */
const pauseUnderWay = 3000;

/**
 * The rows of all runs, newest first, with what came of each label. A run has the same row for as long as
 * it is kept: VS Code forgets what is unfolded, and what has the focus, where it has to ask for all rows.
 */
export class ChangesTreeDataProvider implements Disposable, vscode.TreeDataProvider<ChangesRow> {
  readonly #options: ChangesTreeDataProviderOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(
    new vscode.EventEmitter<ChangesRow[] | undefined>(),
  );
  /** Rows that show something else than what is known of their runs. */
  readonly #outdated = new Set<RunRow>();
  #rows: readonly RunRow[] = [];
  #lastReading: Promise<unknown> = Promise.resolve();
  #nextLook: { readonly due: number; readonly timer: Disposable } | undefined;
  #lastShown = -Infinity;
  #isWatching = false;
  #isDisposed = false;

  /** Rows have changed; all of them, where runs have come or gone. */
  readonly onDidChangeTreeData = this.#onDidChange.event;

  constructor(options: ChangesTreeDataProviderOptions) {
    this.#options = options;
  }

  /** Shows what has happened since, soon. */
  update(): void {
    this.#lookIn(updatePause);
  }

  async getChildren(row?: ChangesRow): Promise<ChangesRow[]> {
    switch (row?.kind) {
      case 'run':
        return await rowsBelow(row);
      case 'range':
        return row.labels();
      case 'label':
      case 'remedy':
        return [];
      case undefined: {
        await this.#watch();
        const { rows } = await this.#read();
        this.#outdated.clear();
        return Array.from(rows);
      }
    }
  }

  getTreeItem(row: ChangesRow): vscode.TreeItem {
    return row.kind === 'label' ? row.treeItem(this.#options.statusNames()) : row.treeItem();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#nextLook?.timer.dispose();
    this.#disposables.dispose();
  }

  /** Looks what has changed in so many milliseconds, or before. */
  #lookIn(pause: number): void {
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
      } else if (this.#rows.length === 0) {
        this.#lookWhetherEmpty();
      }
    });
    this.#nextLook = { due, timer };
  }

  /**
   * Before the view is opened: what it says goes with the focus that it has been given, where rows come or
   * where it comes late. That there are runs can be seen without reading them.
   */
  #lookWhetherEmpty(): void {
    const { journal, showWhetherEmpty } = this.#options;
    this.#lastReading = this.#lastReading
      .then(async () => await journal.has())
      .then(
        (hasRuns) => showWhetherEmpty(!hasRuns),
        () => showWhetherEmpty(false),
      );
  }

  /** Never rejects. */
  async #showChanges(): Promise<void> {
    try {
      const { isOnlyProgress, isSameList } = await this.#read();
      if (!isSameList) {
        this.#fire(undefined);
      } else if (this.#outdated.size > 0) {
        const rest = this.#lastShown + progressPause - this.#options.clock.monotonic();
        if (isOnlyProgress && rest > 0) {
          this.#lookIn(rest);
        } else {
          this.#fire(Array.from(this.#outdated));
        }
      }
    } catch {
      // VS Code asks for the rows, and shows why there are none.
      this.#fire(undefined);
    }
  }

  #fire(changed: ChangesRow[] | undefined): void {
    this.#outdated.clear();
    this.#lastShown = this.#options.clock.monotonic();
    this.#onDidChange.fire(changed);
  }

  /** Reads in turn, so that nothing older comes to stand over what is known. Throws `StorageError`. */
  async #read(): Promise<ReadRuns> {
    const { showWhetherEmpty } = this.#options;
    const reading = this.#lastReading.then(async () => await this.#readNow());
    this.#lastReading = reading.then(
      ({ rows }) => showWhetherEmpty(rows.length === 0),
      () => showWhetherEmpty(false),
    );
    return await reading;
  }

  async #readNow(): Promise<ReadRuns> {
    const { accounts, journal } = this.#options;
    const runs = await journal.runs();
    const states = await Promise.all(
      runs.map(async (record) => ({
        record,
        account: accountOfRun(record, accounts),
        isUnderWay: await journal.isUnderWay(record),
        isUndoable: canUndo(record, runs),
      })),
    );
    const before = this.#rows;
    const known = new Map(before.map((row) => [row.record.header.id, row]));
    let isOnlyProgress = true;
    const rows = states.toReversed().map((state) => {
      const row = known.get(state.record.header.id) ?? new RunRow(state);
      const difference = row.take(state);
      if (difference !== 'none') {
        this.#outdated.add(row);
        isOnlyProgress &&= difference === 'progress';
      }
      return row;
    });
    this.#rows = rows;
    if (rows.some((row) => row.isUnderWay)) {
      this.#lookIn(pauseUnderWay);
    }
    const isSameList =
      rows.length === before.length && rows.every((row, index) => row === before[index]);
    return { rows, isSameList, isOnlyProgress };
  }

  /** From the first time on that the rows are shown, they show what other windows do, too. */
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
