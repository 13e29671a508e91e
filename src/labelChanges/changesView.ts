import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { Clock } from '../core/async/clock.ts';
import { type Disposable, DisposableStore } from '../core/async/disposable.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { contextKeys, viewIds } from '../ids.ts';
import type { ChangesRow } from './changesRows.ts';
import { ChangesTreeDataProvider } from './changesTreeDataProvider.ts';

/** Tree of the Changes view. */
export interface ChangesTree {
  readonly view: vscode.TreeView<ChangesRow>;
  /** Makes VS Code request `rows` again; all rows if undefined. */
  readonly refreshRows: (rows: ChangesRow[] | undefined) => void;
}

interface ChangesViewOptions {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  readonly journal: ChangeJournal;
  readonly tree: ChangesTree;
  readonly log: Log;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
}

const millisecondsInMinute = 60_000;

/** View of all runs, newest first, with the outcome of each label. */
export class ChangesView implements Disposable {
  readonly #options: ChangesViewOptions;
  readonly #disposables = new DisposableStore();
  /** Provider of the rows. */
  readonly rows: ChangesTreeDataProvider;
  /** Last reported emptiness of the journal; undefined before the first report. */
  #isEmpty: boolean | undefined;
  #minute: Disposable | undefined;

  constructor(options: ChangesViewOptions) {
    this.#options = options;
    const { accounts, tree } = options;
    this.rows = this.#disposables.add(
      new ChangesTreeDataProvider({
        ...options,
        isVisible: () => tree.view.visible,
        showEmptiness: (isEmpty) => this.#showEmptiness(isEmpty),
      }),
    );
    this.#disposables.add(this.rows.onDidChangeTreeData(tree.refreshRows));
    // Nothing is read while the view is hidden.
    this.#disposables.add(tree.view.onDidChangeVisibility(() => this.update()));
    // Rows show the current names of accounts.
    this.#disposables.add(accounts.onDidChange(() => this.update()));
    // Rows show the age of runs.
    this.#updateEachMinute();
    // Accounts may already be known, and the view visible.
    this.update();
  }

  /** Schedules a refresh. */
  update(): void {
    this.rows.update();
  }

  /** Shows and expands the row of the run `id`. */
  async reveal(id: string): Promise<void> {
    // VS Code does not reveal a row by itself while another view container is shown.
    await vscode.commands.executeCommand(`${viewIds.changes}.focus`);
    const row = await this.rows.rowOf(id);
    if (row !== undefined) {
      await this.#options.tree.view.reveal(row, { select: true, focus: true, expand: true });
    }
  }

  dispose(): void {
    this.#minute?.dispose();
    this.#disposables.dispose();
  }

  #updateEachMinute(): void {
    const { clock, tree } = this.#options;
    this.#minute = clock.schedule(millisecondsInMinute, () => {
      if (tree.view.visible) {
        this.update();
      }
      this.#updateEachMinute();
    });
  }

  #showEmptiness(isEmpty: boolean): void {
    if (isEmpty !== this.#isEmpty) {
      this.#isEmpty = isEmpty;
      void vscode.commands.executeCommand('setContext', contextKeys.noChanges, isEmpty);
    }
  }
}
