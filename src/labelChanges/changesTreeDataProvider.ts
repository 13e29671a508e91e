import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
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
  readonly journal: ChangeJournal;
  readonly log: Log;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
  /** Whether anybody sees the rows: what happens meanwhile is shown by the next `update`. */
  readonly isVisible: () => boolean;
}

/** The runs, as they were read last. */
interface ReadRuns {
  readonly rows: readonly RunRow[];
  /** Those of the rows that were there before and show something else now. */
  readonly changed: readonly RunRow[];
  /** Whether these are the rows from before, in the same order. */
  readonly isSameList: boolean;
}

/** How long changes are collected before they are shown, in milliseconds. */
const updatePause = 200;

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
  #rows: readonly RunRow[] = [];
  #lastReading: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isWatching = false;

  /** Rows have changed; all of them, where runs have come or gone. */
  readonly onDidChangeTreeData = this.#onDidChange.event;

  constructor(options: ChangesTreeDataProviderOptions) {
    this.#options = options;
  }

  /** Shows what has happened since, soon. */
  update(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#options.isVisible()) {
        void this.#showChanges();
      }
    }, updatePause);
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
        return Array.from(rows);
      }
    }
  }

  getTreeItem(row: ChangesRow): vscode.TreeItem {
    return row.kind === 'label' ? row.treeItem(this.#options.statusNames()) : row.treeItem();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  /** Never rejects. */
  async #showChanges(): Promise<void> {
    try {
      const { changed, isSameList } = await this.#read();
      if (!isSameList) {
        this.#onDidChange.fire(undefined);
      } else if (changed.length > 0) {
        this.#onDidChange.fire(Array.from(changed));
      }
    } catch {
      // VS Code asks for the rows, and shows why there are none.
      this.#onDidChange.fire(undefined);
    }
  }

  /** Reads in turn, so that nothing older comes to stand over what is known. Throws `StorageError`. */
  async #read(): Promise<ReadRuns> {
    const reading = this.#lastReading.then(async () => await this.#readNow());
    this.#lastReading = reading.catch(() => undefined);
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
    const changed: RunRow[] = [];
    const rows = states.toReversed().map((state) => {
      const row = known.get(state.record.header.id) ?? new RunRow(state);
      if (row.take(state)) {
        changed.push(row);
      }
      return row;
    });
    this.#rows = rows;
    const isSameList =
      rows.length === before.length && rows.every((row, index) => row === before[index]);
    return { rows, changed, isSameList };
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
